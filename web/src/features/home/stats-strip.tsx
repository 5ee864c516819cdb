import type { Stats } from '#contracts/views/other';

import { useGetStatsQuery } from '../stats/api.ts';

const numbers: ReadonlyArray<{ readonly of: keyof Stats; readonly label: string }> = [
  { of: 'locations', label: 'locations' },
  { of: 'cities', label: 'cities covered' },
  { of: 'photos', label: 'photos shared' },
  { of: 'contributors', label: 'contributors this month' },
];

const format = new Intl.NumberFormat('en');

/** True numbers, or a dash while they are not known. */
export function StatsStrip() {
  const { data } = useGetStatsQuery();
  return (
    <dl className="section grid grid-cols-2 gap-y-7 border-y border-line py-8 sm:grid-cols-4">
      {numbers.map(({ of, label }) => (
        <div key={of} className="flex flex-col-reverse">
          <dt className="text-md text-soft">{label}</dt>
          <dd className="font-display text-4xl font-[560] tabular-nums">
            {data ? format.format(data[of]) : '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
