import * as z from 'zod/mini';

import { Refusal } from '#contracts/errors';
import { fold } from '#contracts/fold';
import type { Viewer } from '#contracts/parse';
import type { LocationListQuery } from '#contracts/queries';
import type { Filter } from '#projections/read-store/index';
import type { LocationDocument } from '#projections/read-store/index';

import { allCities, allLocations, cityTag, locationTag, tags, type Answer } from '../answer.ts';
import { readList, type ListOrder, type PageInput } from '../paging.ts';
import type { Reads } from '../reads.ts';
import { maySeeLocation } from '../visibility.ts';
import { locationViews } from './location-views.ts';
import { searchLocations } from './search-locations.ts';

export type LocationQuery = z.output<typeof LocationListQuery>;

const numberAndId = z.tuple([z.number(), z.string()]);
const newestApproved: ListOrder<LocationDocument, typeof numberAndId> = {
  kind: 'locations',
  values: numberAndId,
  sort: [['approved', -1]],
  place: ({ approved, id }) => [approved, id],
};
const mostTrending: ListOrder<LocationDocument, typeof numberAndId> = {
  kind: 'trending',
  values: numberAndId,
  sort: [['trend', -1]],
  place: ({ trend, id }) => [trend, id],
};

const listTags = [allLocations, allCities];

export async function listLocations(reads: Reads, query: LocationQuery, viewer: Viewer): Promise<Answer> {
  const text = fold(query.search ?? '');
  if (text !== '') return search(reads, { ...query, text }, viewer);
  const filter = filterOf(query);
  return list(
    reads,
    newestApproved,
    { ...query, filter: { ...filter, ...wholeIndex(query) }, countedBy: filter },
    viewer,
  );
}

interface Listed extends PageInput {
  readonly filter: Filter;
  readonly countedBy?: Filter;
}

async function list(
  reads: Reads,
  order: typeof newestApproved,
  listed: Listed,
  viewer: Viewer,
): Promise<Answer> {
  const { reader } = reads.models.places;
  const { items, ...page } = await readList(reader, 'locations', order, listed);
  return { ...page, body: await locationViews(reads, items, viewer), tags: listTags };
}

const filterOf = ({ category, city, minRating }: LocationQuery): Filter => ({
  public: true,
  ...(category === undefined ? {} : { category }),
  ...(city === undefined ? {} : { cityId: city }),
  ...(minRating === undefined ? {} : { rating: { gte: minRating } }),
});

/** The indexes end in fields that may be filtered on; the read store uses one only when all of it is. */
const wholeIndex = ({ category, city, minRating }: LocationQuery): Filter => ({
  rating: { gte: minRating ?? 0 },
  ...(city !== undefined && category === undefined ? { photoCount: { gte: 0 } } : {}),
});

async function search(
  reads: Reads,
  query: LocationQuery & { readonly text: string },
  viewer: Viewer,
): Promise<Answer> {
  const found = await searchLocations(reads, query);
  return {
    body: await locationViews(reads, found.items, viewer),
    next: found.next,
    total: found.total,
    tags: [...listTags, tags.collection('search', 'locations')],
  };
}

export const listTrending = (reads: Reads, query: PageInput, viewer: Viewer): Promise<Answer> =>
  list(reads, mostTrending, { ...query, filter: { public: true } }, viewer);

/** @throws Refusal `location-not-found` also for one that this person may not see */
export async function visibleLocation(reads: Reads, id: string, viewer: Viewer): Promise<LocationDocument> {
  const location = await reads.models.places.reader.get<LocationDocument>('locations', id);
  if (location === undefined || !maySeeLocation(location, viewer)) throw new Refusal('location-not-found');
  return location;
}

/** @throws Refusal `location-not-found` */
export async function getLocation(reads: Reads, id: string, viewer: Viewer): Promise<Answer> {
  const location = await visibleLocation(reads, id, viewer);
  const [body] = await locationViews(reads, [location], viewer);
  return { body, tags: [locationTag(id), cityTag(location.cityId)] };
}
