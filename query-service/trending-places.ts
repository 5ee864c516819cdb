import { limits } from '#contracts/limits';
import type { FieldValue, ReadModelReader } from '#stores/read-store/index';
import type { LocationDocument } from '#contracts/read-models';

import type { HiddenCities } from './hidden-cities.ts';

/** The trending list. The `isTrending` field of each location that is read comes from it. */
export interface TrendingPlaces {
  has(locationId: string): boolean;
  /** In order, as of the last refresh. */
  readonly ids: readonly string[];
  /** Reads the list again. Returns the ids that were added to it or removed from it. */
  refresh(): Promise<readonly string[]>;
}

export function createTrendingPlaces(
  reader: ReadModelReader,
  hidden: Pick<HiddenCities, 'fromPublic'>,
): TrendingPlaces {
  let ids: readonly string[] = [];
  let known = new Set<string>();
  return {
    has: (id) => known.has(id),
    get ids() {
      return ids;
    },
    async refresh() {
      const before = known;
      ids = (await readTrending(reader, hidden.fromPublic)).map(({ id }) => id);
      known = new Set(ids);
      return [...ids.filter((id) => !before.has(id)), ...[...before].filter((id) => !known.has(id))];
    },
  };
}

/**
 * The top locations by trend, at most 3 of one city while other cities have any left. Each read leaves out the cities
 * that already have 3, so the number of reads is bounded by the number of cities that can be full.
 */
async function readTrending(
  reader: ReadModelReader,
  hidden: readonly string[],
): Promise<readonly LocationDocument[]> {
  const { trending: most, trendingPerCity } = limits;
  const taken: LocationDocument[] = [];
  const ofCity = new Map<string, number>();
  const isFull = (cityId: string) => (ofCity.get(cityId) ?? 0) >= trendingPerCity;
  for (let after: readonly FieldValue[] | undefined; ;) {
    const left = [...ofCity.keys()].filter(isFull).concat(hidden);
    const page: readonly LocationDocument[] = await read(reader, { cityId: { notIn: left } }, most, after);
    for (const location of page) {
      if (taken.length === most || isFull(location.cityId)) continue;
      ofCity.set(location.cityId, (ofCity.get(location.cityId) ?? 0) + 1);
      taken.push(location);
    }
    const last = page.at(-1);
    if (taken.length === most) return taken;
    if (last === undefined || page.length < most) break;
    after = [last.trend, last.id];
  }
  // No other city has any left, so cities may now exceed 3.
  const known = new Set(taken.map(({ id }) => id));
  const others = await read(reader, { cityId: { notIn: hidden } }, most + taken.length, undefined);
  const more = others.filter(({ id }) => !known.has(id)).slice(0, most - taken.length);
  return [...taken, ...more].sort((one, other) => other.trend - one.trend || (one.id < other.id ? -1 : 1));
}

const read = (
  reader: ReadModelReader,
  filter: { readonly cityId: { readonly notIn: readonly string[] } },
  limit: number,
  after: readonly FieldValue[] | undefined,
): Promise<LocationDocument[]> =>
  reader.find<LocationDocument>('locations', {
    filter: { public: true, ...filter },
    sort: [['trend', -1]],
    limit,
    ...(after && { after }),
  });
