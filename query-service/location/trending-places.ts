import { limits } from '#contracts/shared/limits';
import type { FieldValue, ReadModelReader } from '#platform/read-store/index';
import type { LocationDocument } from '#contracts/read-models';

import { groupBy } from '#platform/queries/group-by';

/** The trending list. The `isTrending` field of each location that is read comes from it. */
export interface TrendingPlaces {
  has(locationId: string): boolean;
  /** In order, as of the last refresh. */
  readonly ids: readonly string[];
  /**
   * Updates the list after these locations have changed; by default after anything may have changed. Returns the ids
   * that were added to it or removed from it.
   */
  refresh(changed?: readonly string[]): Promise<readonly string[]>;
}

type Place = Pick<LocationDocument, 'id' | 'cityId' | 'trend'>;

interface TrendingList {
  readonly places: readonly Place[];
  /** Whether there were enough cities for at most 3 locations of each. */
  readonly isShared: boolean;
}

const { trending: most, trendingPerCity } = limits;
/** With more changed locations than this, the list is read again. */
const changedMost = 100;

export function createTrendingPlaces(
  reader: ReadModelReader,
  closedCities: () => ReadonlySet<string>,
): TrendingPlaces {
  let list: TrendingList = { places: [], isShared: false };
  let ids: readonly string[] = [];
  let known = new Set<string>();
  return {
    has: (id) => known.has(id),
    get ids() {
      return ids;
    },
    async refresh(changed) {
      const before = known;
      const changedList = changed && (await withChanged(list, changed, reader, closedCities()));
      list = changedList ?? (await readTrending(reader, closedCities()));
      ids = list.places.map(({ id }) => id);
      known = new Set(ids);
      return [...ids.filter((id) => !before.has(id)), ...[...before].filter((id) => !known.has(id))];
    },
  };
}

/**
 * The list after some locations have changed, computed from these locations alone: reading it again may mean passing
 * over every location of a busy city. Undefined if others might enter it, because one of its locations has left it or
 * fallen.
 */
async function withChanged(
  { places, isShared }: TrendingList,
  changed: readonly string[],
  reader: ReadModelReader,
  closed: ReadonlySet<string>,
): Promise<TrendingList | undefined> {
  if (!isShared || changed.length > changedMost) return undefined;
  const documents = await reader.getMany<LocationDocument>('locations', changed);
  const now = new Map(documents.filter((each) => each.isApproved).map((each) => [each.id, each]));
  const asked = new Set(changed);
  const isWeaker = ({ id, cityId, trend }: Place): boolean => {
    const after = now.get(id);
    return after === undefined || after.cityId !== cityId || after.trend < trend;
  };
  if (places.some((place) => asked.has(place.id) && isWeaker(place))) return undefined;
  const added = [...now.values()].filter(({ cityId }) => !closed.has(cityId));
  const candidates = [...places.filter(({ id }) => !asked.has(id)), ...added].sort(byTrend);
  return { places: share(candidates), isShared };
}

const byTrend = (one: Place, other: Place): number => other.trend - one.trend || (one.id < other.id ? -1 : 1);

/** The first of the places, at most 3 of one city. */
function share<P extends Place>(places: readonly P[]): P[] {
  const taken: P[] = [];
  const ofCity = new Map<string, number>();
  for (const place of places) {
    const count = ofCity.get(place.cityId) ?? 0;
    if (count === trendingPerCity) continue;
    ofCity.set(place.cityId, count + 1);
    if (taken.push(place) === most) break;
  }
  return taken;
}

/**
 * The top locations by trend, at most 3 of one city while other cities have any left. Each read leaves out the cities
 * that already have 3, so the number of cities that can be full limits the number of reads.
 */
async function readTrending(reader: ReadModelReader, closed: ReadonlySet<string>): Promise<TrendingList> {
  let taken: readonly LocationDocument[] = [];
  for (let after: readonly FieldValue[] | undefined; ;) {
    const left = [...fullCities(taken), ...closed];
    const page: readonly LocationDocument[] = await read(reader, { cityId: { notIn: left } }, most, after);
    taken = share([...taken, ...page]);
    const last = page.at(-1);
    if (taken.length === most) return { places: taken, isShared: true };
    if (last === undefined || page.length < most) break;
    after = [last.trend, last.id];
  }
  // No other city has any left, so cities may now exceed 3.
  const known = new Set(taken.map(({ id }) => id));
  const others = await read(reader, { cityId: { notIn: [...closed] } }, most + taken.length, undefined);
  const more = others.filter(({ id }) => !known.has(id)).slice(0, most - taken.length);
  return { places: [...taken, ...more].sort(byTrend), isShared: false };
}

function fullCities(places: readonly Place[]): string[] {
  const ofCity = groupBy(places, ({ cityId }) => cityId);
  return [...ofCity].flatMap(([cityId, its]) => (its.length < trendingPerCity ? [] : [cityId]));
}

const read = (
  reader: ReadModelReader,
  filter: { readonly cityId: { readonly notIn: readonly string[] } },
  limit: number,
  after: readonly FieldValue[] | undefined,
): Promise<LocationDocument[]> =>
  reader.find<LocationDocument>('locations', {
    filter: { isApproved: true, ...filter },
    sort: [['trend', -1]],
    limit,
    ...(after && { after }),
  });
