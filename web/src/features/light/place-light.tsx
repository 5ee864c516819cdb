import { useId, useState } from 'react';

import type { Light } from '#contracts/light/views';
import type { Coordinates } from '#contracts/shared/coordinates';
import { coordinatesText } from '#contracts/shared/coordinates-text';

import { copyText } from '../../lib/copy-text.ts';
import { dateText } from '../../lib/date-text.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { control } from '../../ui/select.tsx';
import { RetryButton } from '../../ui/state.tsx';
import { useGetLocationLightQuery } from './light-api.ts';
import {
  clockOf,
  dayLengthText,
  edgeText,
  goldenText,
  moonText,
  noGoldenText,
  periodText,
  dayOf,
  kindOf,
  type Kind,
} from './light-words.ts';
import { useNow } from '../../lib/use-now.ts';
import { useIsToday } from './use-is-today.ts';

interface PlaceLightProps {
  readonly place: {
    readonly id: string;
    readonly coordinates: Coordinates | null;
  };
}

/** The light of a day at a place: the next golden light, the day as a band, every time as text, and a date picker. */
export function PlaceLight({ place: { id, coordinates } }: PlaceLightProps) {
  const [picked, setPicked] = useState('');
  const date = useDebounced(picked);
  const {
    data: light,
    isError,
    refetch,
  } = useGetLocationLightQuery({ id, ...(date === '' ? {} : { date }) });
  const now = useNow();
  const isToday = useIsToday(light, now, date === '' ? refetch : undefined);
  if (light === undefined)
    return isError ? <RetryButton onRetry={refetch} /> : <Skeleton className="h-80 w-full" />;
  return (
    <section className="@container flex flex-col gap-4">
      <h3 className="text-xl">The light here</h3>
      <p className="text-lg font-semibold" data-light="next">
        {isToday ? (goldenText(light, now) ?? noGoldenText(light)) : dateText(light.date)}
      </p>
      <DayBand light={light} now={isToday ? now : null} />
      <Times light={light} />
      <DayPicker key={light.timeZone} today={light.date} value={picked} onChange={setPicked} />
      <p className="text-xs text-soft">
        Times of {light.timeZone.replaceAll('_', ' ')}
        {!light.exact && ', by the coordinates of the city'}.
      </p>
      {coordinates !== null && <Whereabouts point={coordinates} />}
    </section>
  );
}

function Times({ light }: { readonly light: Light }) {
  const rows = [
    ['Sunrise', edgeText(light, light.sunrise, 'from')],
    ['Sunset', edgeText(light, light.sunset, 'in')],
    ['Golden morning', periodText(light.goldenMorning)],
    ['Golden evening', periodText(light.goldenEvening)],
    ['Blue morning', periodText(light.blueMorning)],
    ['Blue evening', periodText(light.blueEvening)],
    ['Day', dayLengthText(light.dayLength)],
    ['Solar noon', clockOf(light.solarNoon)],
    ['Moon', moonText(light.moon)],
  ] as const;
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-1.5 text-md *:last:col-span-full @min-[30rem]:grid-cols-2">
      {rows.map(
        ([name, text]) =>
          text !== null && (
            <div key={name} className="flex flex-wrap justify-between gap-x-3 border-b border-line pb-1.5">
              <dt className="text-soft">{name}</dt>
              <dd className="tabular-nums">{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const day = 86_400_000;

interface DayPickerProps {
  /** The displayed day. */
  readonly today: string;
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/** Chooses a day by date, or with a slider over its year. */
function DayPicker({ today, value, onChange }: DayPickerProps) {
  const id = useId();
  /** A date whose year is incomplete: the field keeps it until the last digit. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value === '' ? today : value;
  const first = Date.UTC(Number(shown.slice(0, 4)), 0, 1);
  const last = Date.UTC(Number(shown.slice(0, 4)), 11, 31);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <label htmlFor={id} className="text-sm font-semibold">
        On
      </label>
      <div className="w-[11rem] max-w-full">
        <input
          id={id}
          type="date"
          min="1900-01-01"
          max="2100-12-31"
          value={typed ?? shown}
          onChange={({ target }) => {
            setTyped(target.validity.valid ? null : target.value);
            if (target.validity.valid) onChange(target.value);
          }}
          onBlur={() => setTyped(null)}
          className={`${control} min-h-11`}
        />
      </div>
      <input
        type="range"
        aria-label="Day of the year"
        aria-valuetext={dateText(shown)}
        min={0}
        max={(last - first) / day}
        value={(Date.parse(shown) - first) / day}
        onChange={({ target }) =>
          onChange(new Date(first + Number(target.value) * day).toISOString().slice(0, 10))
        }
        className="h-11 min-w-40 flex-1 accent-accent"
      />
      {value !== '' && (
        <button type="button" className="text-sm underline" onClick={() => onChange('')}>
          Today
        </button>
      )}
    </div>
  );
}

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
function DayBand({ light, now }: { readonly light: Light; readonly now: number | null }) {
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

/** A point's coordinates, to copy. */
function Whereabouts({ point }: { readonly point: Coordinates }) {
  const text = coordinatesText(point);
  const copy = () => copyText(text, 'Coordinates copied', 'These are the coordinates');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="text-md tabular-nums">{text}</span>
      <Button size="small" aria-label={`Copy ${text}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}
