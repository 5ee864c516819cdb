import { limits } from '#contracts/shared/limits';
import type { LocationQuery } from '#contracts/location/queries';
import type { Filter, Hit, SearchCursor } from '#platform/read-store/index';

import {
  decodeCursor,
  encodeCursor,
  isFirst,
  skippedBy,
  totalText,
  type CountedPage,
} from '#platform/queries/paging';
import { withinCity, type ClosedCities } from '../shared/closed-cities.ts';
import type { Compared } from './location-cache.ts';
import type { QueryContext } from '../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import { countSlices, searchPlace, searchSlices } from './search-slices.ts';

type Query = LocationQuery & { readonly words: readonly string[] };
interface Found<T> {
  readonly placed: T;
  readonly location: Compared;
  readonly cursor: SearchCursor;
}
/** Reads the locations with these ids that exist. */
type Read<T> = (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;

const encode = (cursor: SearchCursor) => encodeCursor('location-search', [...cursor]);

/**
 * Public locations that have all words, or all locations if there are no words: those with all words in the name first,
 * then those with all in name and city, each newest approved first. A search that would take too long stops early. Its
 * page may then be short or empty although there is a next page.
 */
export async function searchLocations<T extends { readonly location: Compared }>(
  context: QueryContext,
  query: Query,
  task: Task,
  read: Read<T>,
): Promise<CountedPage<T> & { readonly freshUntil?: number }> {
  const { limit = limits.pageDefault, words, cursor, light } = query;
  const after = decodeCursor('location-search', searchPlace, cursor);
  const { reader } = context.models.search;
  const good = light === undefined ? undefined : context.goodNow();
  const asked = { words, filter: { ...searchFilter(query, context.models.closed), ...good?.filter } };
  const { fromPublic } = context.models.closed;
  // The search model may lag, so locations that no longer match are left out.
  const wantedAmong = (hits: readonly Hit[], found: ReadonlyMap<string, T>) =>
    hits.flatMap(({ id, cursor }): Found<T>[] => {
      const placed = found.get(id);
      if (placed === undefined || fromPublic.has(placed.location.cityId)) return [];
      const { location } = placed;
      return isWanted(location, query) ? [{ placed, location, cursor }] : [];
    });
  const keep = async (hits: readonly Hit[]): Promise<readonly Found<T>[]> => {
    const found = wantedAmong(hits, await read(hits.map(({ id }) => id)));
    return good === undefined ? found : good.among(found);
  };
  const skipped = skippedBy(query);
  if (skipped === null) return { items: [], next: undefined, total: await countSlices(reader, asked, task) };
  const wanted = skipped + limit + 1;
  const { found, stopped } = await searchSlices(reader, { ...asked, after, wanted }, keep, task);
  const items = found.slice(skipped, skipped + limit);
  const last = found.length >= wanted ? items.at(-1)?.cursor : stopped;
  const next = last && encode(last);
  // The filter finds more places than are good now, so each place is checked here too.
  const count = async (): Promise<string> => {
    if (good === undefined) return countSlices(reader, asked, task);
    const most = { ...asked, after: undefined, wanted: limits.countMost + 1 };
    const counted = await searchSlices(reader, most, keep, task);
    return counted.stopped === undefined ? totalText(counted.found.length) : `${limits.countMost}+`;
  };
  const isAll = isFirst(query) && next === undefined;
  return {
    items: items.map(({ placed }) => placed),
    next,
    total: isAll ? totalText(items.length) : await count(),
    ...(good === undefined ? {} : { freshUntil: good.until }),
  };
}

export const searchFilter = (
  {
    category,
    city,
    addedBy,
    minRating = 0,
    bestTime,
  }: Pick<Query, 'category' | 'city' | 'addedBy' | 'minRating' | 'bestTime'>,
  { fromPublic }: ClosedCities,
): Filter => ({
  status: 'approved',
  ...withinCity(city, fromPublic),
  ...(category === undefined ? {} : { category }),
  ...(addedBy === undefined ? {} : { submittedBy: addedBy }),
  ...(bestTime === undefined ? {} : { bestTime: { in: bestTime } }),
  // Ratings start at 1, so any lower minimum means that the location has a rating at all.
  ...(minRating > 0 ? { rating: { gte: Math.max(minRating, 1) } } : {}),
});

const isWanted = (location: Compared, { category, city, addedBy, minRating = 0, bestTime }: Query): boolean =>
  location.isApproved &&
  location.rating >= minRating &&
  (category === undefined || location.category === category) &&
  (addedBy === undefined || location.submittedBy === addedBy) &&
  (bestTime === undefined || bestTime.some((each) => each === location.bestTimeToVisit)) &&
  (city === undefined || location.cityId === city);
