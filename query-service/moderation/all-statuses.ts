import type * as z from 'zod/mini';

import { limits } from '#contracts/shared/limits';
import type { Viewer } from '#contracts/shared/parse';
import type { AdminListQuery } from '#contracts/moderation/api';
import { searchWords } from '#contracts/shared/search-words';
import { statuses } from '#contracts/shared/statuses';
import { isList, type Filter, type ReadModelReader } from '#platform/read-store/index';
import type { CityDocument, LocationDocument } from '#contracts/read-models';

import type { QueryResponse } from '#platform/queries/query-response';
import { locationsShownAs } from '../shared/closed-cities.ts';
import {
  cursorAt,
  decodeCursor,
  encodeCursor,
  cutPage,
  readList,
  readPage,
  textAndId,
  totalText,
  type CountedPage,
  type ListOrder,
} from '#platform/queries/paging';
import { documentsById, type QueryContext } from '../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import { citiesForReview, locationsForReview } from './queues.ts';
import { citiesPerSearch, cityTier } from '../city/search-cities.ts';
import { countAny, searchAny, searchPlace } from '../location/search-slices.ts';

type Query = z.output<typeof AdminListQuery>;

const newestCities: ListOrder = {
  kind: 'all-cities',
  values: textAndId,
  sort: [['createdAt', 1]],
  backwards: true,
};
const newestLocations: ListOrder = { ...newestCities, kind: 'all-locations' };
const ofAny = { in: statuses };
const filterOf = ({ status }: Query): Filter => ({ status: status ?? ofAny });

export async function listAllCities(context: QueryContext, query: Query, task: Task): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const words = searchWords(query.search ?? '');
  if (words.length > 0) {
    const { items, next, total } = await searchAllCities(reader, { ...query, words }, task);
    return { body: await citiesForReview(context, items), next, total, tags: [] };
  }
  const filter = filterOf(query);
  const { items, ...page } = await readList<CityDocument>(reader, 'cities', newestCities, {
    ...query,
    filter,
  });
  return { ...page, body: await citiesForReview(context, items), tags: [] };
}

/**
 * Searches cities of every status, newest first. One response reads as many cities as the public search; the next page
 * continues from there.
 */
async function searchAllCities(
  reader: ReadModelReader,
  { limit = limits.pageDefault, cursor: start, ...query }: Query & { readonly words: readonly string[] },
  task: Task,
): Promise<CountedPage<CityDocument>> {
  const found: CityDocument[] = [];
  const filter = filterOf(query);
  let cursor = start;
  for (let scanned = 0; scanned < citiesPerSearch && found.length <= limits.countMost;) {
    await task.yield();
    const page = await readPage<CityDocument>(reader, 'cities', newestCities, {
      limit: scanPage,
      cursor,
      filter,
    });
    found.push(...page.items.filter((city) => cityTier(city, query.words) !== undefined));
    scanned += page.items.length;
    cursor = page.next;
    if (cursor === undefined) break;
  }
  const page = cutPage(found, limit, (last) => cursorAt(newestCities, last));
  const isAll = start === undefined && cursor === undefined;
  return {
    ...page,
    next: page.next ?? cursor,
    total: isAll ? totalText(found.length) : `${limits.countMost}+`,
  };
}

const scanPage = 250;

export async function listAllLocations(
  context: QueryContext,
  query: Query,
  viewer: Viewer,
  task: Task,
): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const words = searchWords(query.search ?? '');
  if (words.length > 0) return searchAllLocations(context, { ...query, words }, viewer, task);
  const [filter = {}, ...further] = locationFilters(context, query);
  // Only the keys: the index is walked once for each deleted city.
  const { items: keys, ...page } = await readList(reader, 'locations', newestLocations, {
    ...query,
    filter: { status: ofAny, ...filter },
    or: further.flatMap(ofFewCities),
    task,
    keysOnly: true,
  });
  const ids = keys.map(({ id }) => id);
  return {
    ...page,
    body: await locationsForReview(context, await locationsOf(reader, ids), viewer),
    tags: [],
  };
}

const locationFilters = ({ models }: QueryContext, { status }: Query): readonly Filter[] =>
  status === undefined ? [{}] : locationsShownAs(status, models.closed);

/** The store reads this many cities at once, so that other requests are answered in between. */
const citiesAtOnce = 10;

/** Splits the filter into several, each for a few of its cities. */
function ofFewCities(filter: Filter): Filter[] {
  const { cityId } = filter;
  if (!isList(cityId)) return [filter];
  return Array.from({ length: Math.ceil(cityId.in.length / citiesAtOnce) }, (_, at) => ({
    ...filter,
    cityId: { in: cityId.in.slice(at * citiesAtOnce, (at + 1) * citiesAtOnce) },
  }));
}

/** Those of the locations that exist, in this order. */
async function locationsOf(reader: ReadModelReader, ids: readonly string[]): Promise<LocationDocument[]> {
  const documents = await documentsById<LocationDocument>(reader, 'locations', ids);
  return ids.flatMap((id) => documents.get(id) ?? []);
}

const searchKind = 'all-location-search';

async function searchAllLocations(
  context: QueryContext,
  { limit = limits.pageDefault, cursor, ...query }: Query & { readonly words: readonly string[] },
  viewer: Viewer,
  task: Task,
): Promise<QueryResponse> {
  const { reader } = context.models.search;
  const after = decodeCursor(searchKind, searchPlace, cursor);
  const asked = { words: query.words, filters: locationFilters(context, query) };
  const { found, stopped } = await searchAny(reader, { ...asked, after, wanted: limit + 1 }, task);
  const { items, next } = cutPage(found, limit, (last) => encodeCursor(searchKind, [...last.cursor]));
  const ids = items.map(({ id }) => id);
  const locations = await locationsOf(context.models.places.reader, ids);
  return {
    next: next ?? (stopped && encodeCursor(searchKind, [...stopped])),
    total: await countAny(reader, asked, task),
    body: await locationsForReview(context, locations, viewer),
    tags: [],
  };
}
