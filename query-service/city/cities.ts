import * as z from 'zod/mini';

import { firstHourCounted } from '#contracts/account/read-models';
import type { CityListQuery } from '#contracts/city/api';
import type { Sample } from '#contracts/city/views';
import type { Stats } from '#contracts/location/views';
import type { CityDocument } from '#contracts/read-models';
import { Refusal } from '#contracts/shared/errors';
import type { Viewer } from '#contracts/shared/parse';
import { searchWords } from '#contracts/shared/search-words';
import { isCitySeenBy } from '#contracts/shared/shown';
import { type ListOrder, readList } from '#platform/queries/paging';
import { type QueryResponse, tags } from '#platform/queries/query-response';
import type { Task } from '#platform/queries/shared-work';

import { lightAt } from '../light/light.ts';
import type { QueryContext } from '../query-context.ts';
import { allCities, cityTag } from '../shared/tags.ts';
import { cityOrder, searchCities } from './search-cities.ts';
import { toCity } from './view.ts';

const order: ListOrder = {
  kind: 'cities',
  values: z.tuple([z.string(), z.number(), z.string(), z.string()]),
  sort: cityOrder,
};

export async function listCities(
  context: QueryContext,
  query: z.output<typeof CityListQuery>,
  task: Task,
): Promise<QueryResponse> {
  const { reader } = context.models.places;
  const words = searchWords(query.search ?? '');
  const filter = { status: 'approved' } as const;
  if (words.length > 0) {
    const found = await searchCities(reader, { ...query, words }, task);
    return { ...found, body: found.items.map(toCity), tags: [allCities] };
  }
  const { items, ...page } = await readList<CityDocument>(reader, 'cities', order, { ...query, filter });
  return { ...page, body: items.map(toCity), tags: [allCities] };
}

/** @throws Refusal `city-not-found` also for a city that this person may not see */
export async function visibleCity(
  { models }: QueryContext,
  id: string,
  viewer: Viewer,
): Promise<CityDocument> {
  const city = await models.places.reader.get<CityDocument>('cities', id);
  if (city === undefined || !isCitySeenBy(city, viewer)) throw new Refusal('city-not-found');
  return city;
}

/** @throws Refusal `city-not-found` */
export const getCity = async (context: QueryContext, id: string, viewer: Viewer): Promise<QueryResponse> => ({
  body: toCity(await visibleCity(context, id, viewer)),
  tags: [cityTag(id)],
});

/** @throws Refusal `city-not-found`, `no-coordinates` */
export async function getCityLight(
  context: QueryContext,
  { id, viewer }: { readonly id: string; readonly viewer: Viewer },
  date: string | undefined,
): Promise<QueryResponse> {
  const { coordinates: own } = await visibleCity(context, id, viewer);
  return { ...lightAt({ own, date, now: context.clock() }), tags: [cityTag(id)] };
}

const hour = 3_600_000;

/**
 * The site's numbers. 'The last 30 days' starts on a full hour, so that everyone gets the same response within an hour.
 */
export async function getStats({ models, clock }: QueryContext): Promise<QueryResponse> {
  const { reader } = models.places;
  const thisHour = Math.floor(clock() / hour) * hour;
  const approved = { status: 'approved' } as const;
  // Each city, of which there are few, holds the counts of its public locations and photos, and each hour those of its
  // people.
  const [cities, locations, photos, contributors] = await Promise.all([
    reader.count('cities', approved),
    reader.sum('cities', 'locationCount', approved),
    reader.sum('cities', 'photoCount', approved),
    reader.sum('hours', 'people', { at: { gte: firstHourCounted(thisHour) } }),
  ]);
  const body: Stats = { locations, cities, photos, contributors };
  const made = [allCities, tags.collection('places', 'hours')];
  return { body, tags: made, freshUntil: thisHour + hour };
}

/**
 * What is left of the sample: its cities that are not deleted, and the public locations in them, whoever added them.
 */
export async function getSample({ models, sampleCityIds }: QueryContext): Promise<QueryResponse> {
  const found = await models.places.reader.getMany<CityDocument>('cities', sampleCityIds);
  const cities = found.filter(({ status }) => status !== 'deleted');
  const body: Sample = {
    present: cities.length > 0,
    cities: cities.length,
    locations: cities.reduce((sum, { locationCount }) => sum + locationCount, 0),
  };
  return { body, tags: [] };
}
