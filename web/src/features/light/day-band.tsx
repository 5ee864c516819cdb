import type { Light } from '#contracts/light/views';

import { dayOf, kindOf, type Kind } from './light-words.ts';

const colours: Readonly<Record<Kind, string>> = {
  night: '#2a2440',
  blue: '#4f6fae',
  golden: '#f0a04b',
  day: '#f6e3b4',
};

interface Segment {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

function segmentsOf({ sun }: Light): Segment[] {
  const found: Segment[] = [];
  for (const [at, { altitude }] of sun.entries()) {
    const kind = kindOf(altitude);
    const last = found.at(-1);
    if (last?.kind === kind) found[found.length - 1] = { ...last, to: at + 1 };
    else found.push({ kind, from: at, to: at + 1 });
  }
  return found;
}

const hours = ['00', '06', '12', '18', '24'];

/** A picture of the day: night, blue, golden and day light, with `now` (milliseconds since 1970, in that day) on it. */
export function DayBand({ light, now }: { readonly light: Light; readonly now: number | null }) {
  const steps = light.sun.length;
  const at = now === null ? null : (now - dayOf(light)[0]) / 600_000;
  return (
    <div aria-hidden>
      <svg viewBox={`0 0 ${steps} 24`} preserveAspectRatio="none" className="block h-9 w-full rounded-md">
        {segmentsOf(light).map(({ kind, from, to }) => (
          <rect key={from} x={from} y={0} width={to - from} height={24} fill={colours[kind]} />
        ))}
        {at !== null && (
          <>
            <rect data-now x={at - 0.9} y={0} width={1.8} height={24} fill="#ffffff" />
            <rect x={at - 0.4} y={0} width={0.8} height={24} fill="#b4471b" />
          </>
        )}
      </svg>
      <div className="mt-1 flex justify-between text-xs text-soft tabular-nums">
        {hours.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  );
}
