import { periodsAt } from '#contracts/light/light-now';
import { tilesByPeriod } from '#contracts/light/tiles-now';
import { anyTime, isGoodIn } from '#contracts/location/light';
import type { CityDocument } from '#contracts/read-models';
import type { Filter } from '#platform/read-store/index';

import type { Models } from '../models.ts';
import { timeZoneOf } from '../shared/time-zone.ts';
import type { Compared } from './location-cache.ts';

const minute = 60_000;

/** The places that are good by the sun, as of one minute. */
export interface GoodNow {
  /** Milliseconds since 1970, when the minute is over. */
  readonly until: number;
  /**
   * Finds all places that are good, and some more for which it is another part of the day although their tile contains
   * this one.
   */
  readonly filter: Filter;
  /** Those of the locations that are good. */
  readonly among: <T extends { readonly location: Compared }>(found: readonly T[]) => Promise<readonly T[]>;
}

interface GoodNowDeps {
  readonly models: Pick<Models, 'places'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** The keys of all places that may be good now; see `lightKey`. */
const lightKeysAt = (now: number): string[] => [
  anyTime,
  ...Object.entries(tilesByPeriod(now)).flatMap(([period, tiles]) =>
    tiles.map((tile) => `${period}@${tile}`),
  ),
];

/** Computes which tiles have which part of the day, once a minute: about 20 ms. */
export function createGoodNow({ models, clock }: GoodNowDeps): () => GoodNow {
  let cached: GoodNow | undefined;
  const goodAt = (now: number): GoodNow => ({
    until: now + minute,
    filter: { light: { in: lightKeysAt(now) } },
    among: async (found) => {
      const borrowing = found.filter(({ location }) => location.coordinates === null);
      const cityIds = [...new Set(borrowing.map(({ location }) => location.cityId))];
      const read = await models.places.reader.getMany<CityDocument>('cities', cityIds);
      const cities = new Map(read.map((city) => [city.id, city]));
      return found.filter(({ location: { coordinates, cityId, bestTimeToVisit } }) => {
        const point = coordinates ?? cities.get(cityId)?.coordinates ?? null;
        const timeZone = timeZoneOf(point);
        return (
          point !== null && timeZone !== null && isGoodIn(bestTimeToVisit, periodsAt(now, point, timeZone))
        );
      });
    },
  });
  return () => {
    const now = Math.floor(clock() / minute) * minute;
    if (cached?.until !== now + minute) cached = goodAt(now);
    return cached;
  };
}
