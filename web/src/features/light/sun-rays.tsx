import type { Light } from '#contracts/light/views';

import { azimuthAt } from './light-words.ts';

/** Pixels. */
const reach = 120;

interface SunRaysProps {
  readonly light: Light;
  /** The sun's direction at the chosen hour; null while the sun is down, or without an hour. */
  readonly azimuth: number | null;
}

/**
 * Lines from the place to the sunrise, the sunset, and the sun at the chosen hour. The page also shows the times as
 * text.
 */
export function SunRays({ light, azimuth }: SunRaysProps) {
  const rise = light.sunrise === null ? null : azimuthAt(light, light.sunrise);
  const set = light.sunset === null ? null : azimuthAt(light, light.sunset);
  return (
    <svg
      aria-hidden
      data-sun
      viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
      width={2 * reach}
      height={2 * reach}
      className="pointer-events-none absolute top-1/2 left-1/2 max-w-none -translate-1/2 text-sm font-semibold"
    >
      <circle r={reach - 22} fill="none" stroke="var(--outline)" strokeDasharray="2 4" />
      <Ray azimuth={rise} colour="#e08a2e" text="rise" />
      <Ray azimuth={set} colour="#b4471b" text="set" />
      <Ray azimuth={azimuth} colour="var(--ink)" />
    </svg>
  );
}

interface RayProps {
  readonly azimuth: number | null;
  readonly colour: string;
  readonly text?: string;
}

function Ray({ azimuth, colour, text }: RayProps) {
  if (azimuth === null) return null;
  const angle = (azimuth * Math.PI) / 180;
  const [x, y] = [Math.sin(angle), -Math.cos(angle)];
  const end = reach - 22;
  return (
    <>
      <line x2={x * end} y2={y * end} stroke={colour} strokeWidth="3" strokeLinecap="round" />
      {text === undefined ? (
        <circle cx={x * end} cy={y * end} r="8" fill={colour} stroke="var(--paper)" strokeWidth="2" />
      ) : (
        <text
          x={x * (end + 12)}
          y={y * (end + 12) + 5}
          textAnchor="middle"
          fill="var(--ink)"
          stroke="var(--paper)"
          strokeWidth="3"
          paintOrder="stroke"
        >
          {text}
        </text>
      )}
    </>
  );
}
