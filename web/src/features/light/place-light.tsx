import { useId, useState } from 'react';

import type { Light } from '#contracts/light/views';
import type { Coordinates } from '#contracts/shared/coordinates';

import { useDebounced } from '../../lib/use-debounced.ts';
import { TextInput } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { RetryButton } from '../../ui/state.tsx';
import { DayBand } from './day-band.tsx';
import { useGetLocationLightQuery } from './light-api.ts';
import { dayLengthText, edgeText, goldenText, moonText, periodText } from './light-words.ts';
import { useNow } from '../../lib/use-now.ts';
import { useIsToday } from './use-is-today.ts';
import { Whereabouts } from './whereabouts.tsx';

interface PlaceLightProps {
  readonly place: {
    readonly id: string;
    readonly coordinates: Coordinates | null;
  };
}

/** The light of a day at a place: what comes next, the day as a band, every time as text, and a day to choose. */
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
    <section className="flex flex-col gap-4">
      <h3 className="text-xl">The light here</h3>
      <p className="text-lg font-semibold" data-light="next">
        {isToday ? (goldenText(light, now) ?? 'No more golden light today') : dayText(light.date)}
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

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
/** 'Sunday 21 June 2026'. Browsers differ in a comma. */
const dayText = (date: string): string => days.format(new Date(date)).replace(',', '');

function Times({ light }: { readonly light: Light }) {
  const rows = [
    ['Sunrise', edgeText(light, light.sunrise, 'from')],
    ['Sunset', edgeText(light, light.sunset, 'in')],
    ['Golden morning', periodText(light.goldenMorning)],
    ['Golden evening', periodText(light.goldenEvening)],
    ['Blue morning', periodText(light.blueMorning)],
    ['Blue evening', periodText(light.blueEvening)],
    ['Day', dayLengthText(light.dayLength)],
    ['Moon', moonText(light.moon)],
  ] as const;
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-1.5 text-md min-[30rem]:grid-cols-2">
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
  /** The day that is shown. */
  readonly today: string;
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/** A day by its date, or by sliding through its year. */
function DayPicker({ today, value, onChange }: DayPickerProps) {
  const id = useId();
  const shown = value === '' ? today : value;
  const first = Date.UTC(Number(shown.slice(0, 4)), 0, 1);
  const last = Date.UTC(Number(shown.slice(0, 4)), 11, 31);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <label htmlFor={id} className="text-sm font-semibold">
        On
      </label>
      <div className="w-44">
        <TextInput
          id={id}
          type="date"
          min="1900-01-01"
          max="2100-12-31"
          value={shown}
          onChange={({ target }) => target.validity.valid && onChange(target.value)}
        />
      </div>
      <input
        type="range"
        aria-label="Day of the year"
        aria-valuetext={dayText(shown)}
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
