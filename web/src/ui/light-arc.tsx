import clsx from 'clsx';

interface LightArcProps {
  /** One of the best-time options; only its part of the day matters. */
  readonly time: string;
  /** Width in pixels. */
  readonly size?: number;
  readonly className?: string;
}

interface Sun {
  readonly x: number;
  readonly y: number;
  readonly hollow?: boolean;
}

const morning: Sun = { x: 6.2, y: 9.6 };
const noon: Sun = { x: 14, y: 4 };
const evening: Sun = { x: 21.8, y: 9.6 };
const night: Sun = { x: 21, y: 4.5, hollow: true };

function sunAt(time: string): Sun | null {
  if (time.startsWith('Morning')) return morning;
  if (time.startsWith('Afternoon')) return noon;
  if (time.startsWith('Evening')) return evening;
  if (time.startsWith('Night')) return night;
  return null;
}

const horizon = 'M1 14h26';
const arc = 'M4 14a10 10 0 0 1 20 0';

/** The sun's position at an hour: low left, top, low right; a hollow moon at night; all three suns for any time. */
export function LightArc({ time, size = 28, className }: LightArcProps) {
  const sun = sunAt(time);
  const suns = sun ? [sun] : [morning, noon, evening];
  return (
    <svg
      aria-hidden
      width={size}
      height={(size * 16) / 28}
      viewBox="0 0 28 16"
      fill="none"
      className={clsx('shrink-0 text-outline', className)}
    >
      <path
        d={sun ? `${horizon}${arc}` : horizon}
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
      {!sun && <path d={arc} stroke="currentColor" strokeWidth="1.3" strokeDasharray="1.5 2.2" />}
      {suns.map(({ x, y, hollow }) =>
        hollow === true ? (
          <circle key={x} cx={x} cy={y} r="2.9" className="fill-paper stroke-accent" strokeWidth="1.5" />
        ) : (
          <circle key={x} cx={x} cy={y} r={sun ? 3.1 : 2} className="fill-accent" />
        ),
      )}
    </svg>
  );
}
