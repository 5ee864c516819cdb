import type { Stats } from '#contracts/location/views';

import { api } from '../../lib/api.ts';
import { nounFor, numberText, type Noun } from '../../lib/words.ts';

export const statsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStats: build.query<Stats, void>({ query: () => '/api/stats', providesTags: ['Stats'] }),
  }),
});

const { useGetStatsQuery } = statsApi;

const numbers: ReadonlyArray<{ readonly of: keyof Stats } & Noun> = [
  { of: 'locations', one: 'location', many: 'locations' },
  { of: 'cities', one: 'city covered', many: 'cities covered' },
  { of: 'photos', one: 'photo shared', many: 'photos shared' },
  { of: 'contributors', one: 'contributor this month', many: 'contributors this month' },
];

/** The real numbers, or a dash until they are known. */
export function StatsStrip() {
  const { data } = useGetStatsQuery();
  return (
    <dl className="section grid grid-cols-2 gap-y-7 border-y border-line py-8 sm:grid-cols-4">
      {numbers.map(({ of, ...noun }) => (
        <div key={of} className="flex flex-col-reverse justify-end">
          <dt className="text-md text-soft">{data ? nounFor(data[of], noun) : noun.many}</dt>
          <dd className="font-display text-4xl font-semibold tabular-nums">
            {data ? numberText(data[of]) : '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
