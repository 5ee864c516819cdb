import * as z from 'zod/mini';

import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { Operation } from '#contracts/shared/operation';
import type { Viewer } from '#contracts/shared/parse';
import { isLocationSeenBy } from '#contracts/shared/shown';
import type { LocationQuery } from '#contracts/location/queries';
import { searchWords } from '#contracts/shared/search-words';
import type { Filter } from '#platform/read-store/index';
import type { CityDocument, LocationDocument } from '#contracts/read-models';

import { tags, type QueryResponse } from '#platform/queries/query-response';
import { lightAt } from '../light/light.ts';
import { allCities, allLocations, cityTag, locationTag } from '../shared/tags.ts';
import {
  decodeCursor,
  encodeCursor,
  cutPage,
  numberAndId,
  readList,
  totalText,
  type ListOrder,
  type PageInput,
} from '#platform/queries/paging';
import { withinCity, type ClosedCities } from '../shared/closed-cities.ts';
import { jsonOf, type EncodedLocation } from './location-cache.ts';
import { documentsById, type QueryContext } from '../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import { creditTags, hasPage } from '../account/public-people.ts';
import { locationViews } from './location-views.ts';
import { cachedLocation, encodedLocations } from './encoded-locations.ts';
import { findPlaces, isByPlace } from './places-where.ts';
import { searchLocations } from './search-locations.ts';

const newestApproved: ListOrder = {
  kind: 'locations',
  values: numberAndId,
  sort: [['approved', 1]],
  backwards: true,
};
/** Among equally rated ones those with more ratings first. */
const bestRated: ListOrder = {
  kind: 'locations-rated',
  values: z.tuple([z.number(), z.number(), z.number(), z.string()]),
  sort: [
    ['rating', 1],
    ['ratingCount', 1],
    ['approved', 1],
  ],
  backwards: true,
};
const trendingKind = 'trending';

const nothing: QueryResponse = { body: [], total: '0', tags: [] };

const listTags = (locations: readonly Pick<LocationDocument, 'submittedBy'>[]): string[] => [
  allLocations,
  allCities,
  ...creditTags(locations.map(({ submittedBy }) => submittedBy)),
];

/** Whether search answers the query: no index is sorted by these conditions. */
export const isSearch = ({
  sort,
  search,
  category,
  city,
  addedBy,
  minRating = 0,
  bestTime,
  light,
  near,
  bbox,
}: LocationQuery): boolean =>
  sort !== 'rating' &&
  (searchWords(search ?? '').length > 0 ||
    minRating > 0 ||
    bestTime !== undefined ||
    light !== undefined ||
    (addedBy !== undefined && [category, city, near, bbox].some((each) => each !== undefined)));

export async function listLocations(
  context: QueryContext,
  query: LocationQuery,
  viewer: Viewer,
  task: Task,
): Promise<QueryResponse> {
  // Comes first: an invalid cursor is an error for any person, also for one without a page.
  const found = await findLocations(context, query, viewer, task);
  const { addedBy } = query;
  return addedBy === undefined || (await hasPage(context, addedBy)) ? found : nothing;
}

function findLocations(
  context: QueryContext,
  query: LocationQuery,
  viewer: Viewer,
  task: Task,
): Promise<QueryResponse> {
  if (isByPlace(query)) return listByPlace(context, query, viewer, task);
  if (isSearch(query))
    return search(context, { ...query, words: searchWords(query.search ?? '') }, viewer, task);
  return list(context, query, viewer);
}

async function list(context: QueryContext, query: LocationQuery, viewer: Viewer): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const order = query.sort === 'rating' ? bestRated : newestApproved;
  const input = { ...query, filter: filterOf(query, context.models.closed) };
  if (viewer === null) {
    const { items: keys, ...page } = await readList(reader, 'locations', order, {
      ...input,
      keysOnly: true,
    });
    // Some may have been hidden since the keys were read.
    const items = await publicLocations(
      context,
      keys.map(({ id }) => id),
    );
    return { ...page, body: jsonOf(items), tags: listTags(items.map(({ location }) => location)) };
  }
  const { items, ...page } = await readList<LocationDocument>(reader, 'locations', order, input);
  return { ...page, body: await locationViews(context, items, viewer), tags: listTags(items) };
}

async function listByPlace(
  context: QueryContext,
  query: LocationQuery,
  viewer: Viewer,
  task: Task,
): Promise<QueryResponse> {
  const { items: found, ...page } = await findPlaces(context, query, task);
  const ids = found.map(({ id }) => id);
  const distances = new Map(found.map(({ id, distance }) => [id, distance]));
  const distanceOf = (id: string) => {
    const distance = distances.get(id) ?? null;
    return distance === null ? {} : { distance: Math.round(distance) };
  };
  const documents = await documentsById<LocationDocument>(context.models.places.reader, 'locations', ids);
  const items = ids
    .flatMap((id) => documents.get(id) ?? [])
    .filter((location) => isPublic(context, location));
  const views = await locationViews(context, items, viewer);
  const body = views.map((view) => ({ ...view, ...distanceOf(view.id) }));
  return { ...page, body, tags: listTags(items) };
}

/** Those of the locations that are public, in this order. */
async function publicLocations(context: QueryContext, ids: readonly string[]): Promise<EncodedLocation[]> {
  const found = await encodedLocations(context, ids);
  return ids.flatMap((id) => found.get(id) ?? []).filter(({ location }) => isPublic(context, location));
}

const isPublic = (
  { models }: QueryContext,
  { isApproved, cityId }: Pick<LocationDocument, 'isApproved' | 'cityId'>,
): boolean => isApproved && !models.closed.fromPublic.has(cityId);

const filterOf = (
  { category, city, addedBy, bestTime, minRating = 0 }: LocationQuery,
  { fromPublic }: ClosedCities,
): Filter => ({
  isApproved: true,
  ...withinCity(city, fromPublic),
  ...(category === undefined ? {} : { category }),
  ...(addedBy === undefined ? {} : { submittedBy: addedBy }),
  ...(bestTime === undefined ? {} : { bestTimeToVisit: { in: bestTime } }),
  ...(minRating > 0 ? { rating: { gte: minRating } } : {}),
});

async function search(
  context: QueryContext,
  query: LocationQuery & { readonly words: readonly string[] },
  viewer: Viewer,
  task: Task,
): Promise<QueryResponse> {
  const searched = tags.collection('search', 'locations');
  if (viewer === null) {
    const { items, ...page } = await searchLocations(context, query, task, (ids) =>
      encodedLocations(context, ids),
    );
    const tagged = listTags(items.map(({ location }) => location));
    return {
      ...page,
      body: jsonOf(items),
      tags: [...tagged, searched],
    };
  }
  const { items, ...page } = await searchLocations(context, query, task, async (ids) => {
    const documents = await context.models.places.reader.getMany<LocationDocument>('locations', ids);
    return new Map(documents.map((location) => [location.id, { location }]));
  });
  const locations = items.map(({ location }) => location);
  return {
    ...page,
    body: await locationViews(context, locations, viewer),
    tags: [...listTags(locations), searched],
  };
}

/** The trending list: one page unless the query asks for fewer. */
export async function listTrending(
  context: QueryContext,
  query: PageInput,
  viewer: Viewer,
): Promise<QueryResponse> {
  const { limit = limits.pageDefault, cursor } = query;
  const after = decodeCursor(trendingKind, numberAndId, cursor);
  const { places, trending } = context.models;
  const found = await documentsById<LocationDocument>(places.reader, 'locations', trending.ids);
  const listed = trending.ids
    .flatMap((id) => found.get(id) ?? [])
    .filter((location) => isPublic(context, location));
  const left = listed.filter(
    ({ trend, id }) => after === undefined || trend < after[0] || (trend === after[0] && id > after[1]),
  );
  const { items, next } = cutPage(left, limit, ({ trend, id }) => encodeCursor(trendingKind, [trend, id]));
  return {
    body: await locationViews(context, items, viewer),
    next,
    total: totalText(listed.length),
    tags: listTags(items),
  };
}

/** @throws Refusal `location-not-found` also for a location that this person may not see */
export async function visibleLocation(context: QueryContext, id: string, viewer: Viewer): Promise<Placed> {
  const placed = await placedLocation(context, id);
  if (placed === undefined || !isLocationSeenBy(placed.location, placed.city, viewer)) {
    throw new Refusal('location-not-found');
  }
  return placed;
}

/** A location with its city, because the city affects the location's status. */
export interface Placed {
  readonly location: LocationDocument;
  readonly city: CityDocument | undefined;
}

export async function placedLocation({ models }: QueryContext, id: string): Promise<Placed | undefined> {
  const { reader } = models.places;
  const location = await reader.get<LocationDocument>('locations', id);
  return location && { location, city: await reader.get<CityDocument>('cities', location.cityId) };
}

const tagsOf = ({ id, cityId, submittedBy }: Pick<LocationDocument, 'id' | 'cityId' | 'submittedBy'>) => [
  locationTag(id),
  cityTag(cityId),
  ...creditTags([submittedBy]),
];

/** A location for visitors, if everything that its response needs is cached. */
export function cachedPublicLocation(context: QueryContext, id: string): EncodedLocation | undefined {
  const encoded = cachedLocation(context, id);
  return encoded !== undefined && isPublic(context, encoded.location) ? encoded : undefined;
}

/** @throws Refusal `location-not-found` */
export async function getLocation(context: QueryContext, id: string, viewer: Viewer): Promise<QueryResponse> {
  if (viewer === null) {
    const [encoded] = await publicLocations(context, [id]);
    if (encoded !== undefined)
      return { body: Buffer.from(encoded.json), isCachedAlready: true, tags: tagsOf(encoded.location) };
  }
  return fromLocation(context, operations.getLocation, { id, viewer }, async ({ location }) => {
    const [body] = await locationViews(context, [location], viewer);
    return { body, tags: tagsOf(location) };
  });
}

/**
 * Calls `respond` with a location that the person sees; if it was merged, returns a redirect to the same of the place
 * that shows it.
 * @throws Refusal `location-not-found`
 */
export async function fromLocation(
  context: QueryContext,
  { path }: Pick<Operation, 'path'>,
  { id, viewer }: { readonly id: string; readonly viewer: Viewer },
  respond: (placed: Placed) => QueryResponse | Promise<QueryResponse>,
): Promise<QueryResponse> {
  const placed = await placedLocation(context, id);
  if (placed !== undefined && isLocationSeenBy(placed.location, placed.city, viewer)) return respond(placed);
  const into = placed?.location.path.at(-1)?.id;
  if (into === undefined) throw new Refusal('location-not-found');
  const { location } = await visibleLocation(context, into, viewer);
  return {
    body: { into },
    movedTo: path.replace('{id}', into),
    tags: [locationTag(id), ...tagsOf(location)],
  };
}

/** @throws Refusal `location-not-found` also for a location that this person may not see; `no-coordinates` */
export function getLocationLight(
  context: QueryContext,
  seen: { readonly id: string; readonly viewer: Viewer },
  date: string | undefined,
): Promise<QueryResponse> {
  return fromLocation(context, operations.getLocationLight, seen, ({ location, city }) => {
    const asked = { own: location.coordinates, cityCoordinates: city?.coordinates ?? null, date };
    return {
      ...lightAt({ ...asked, now: context.clock() }),
      tags: [locationTag(location.id), cityTag(location.cityId)],
    };
  });
}
