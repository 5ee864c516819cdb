import * as z from 'zod/mini';

import { Refusal } from '#contracts/shared/errors';
import type { Viewer } from '#contracts/shared/parse';
import type { CityListQuery } from '#contracts/city/api';
import type { CityDocument } from '#contracts/read-models';
import { searchWords } from '#contracts/shared/search-words';
import { isCitySeenBy } from '#contracts/shared/shown';

import type { QueryResponse } from '#platform/queries/query-response';
import { lightAt } from '../light/light.ts';
import { allCities, cityTag } from '../shared/tags.ts';
import { readList, type ListOrder } from '#platform/queries/paging';
import type { QueryContext } from '../query-context.ts';
import type { Task } from '#platform/queries/shared-work';
import { toCity } from './view.ts';
import { searchCities } from './search-cities.ts';

/** Most locations first, then by name. */
const order: ListOrder = {
  kind: 'cities',
  values: z.tuple([z.string(), z.number(), z.string(), z.string()]),
  sort: [
    ['status', 1],
    ['locationCount', -1],
    ['nameFolded', 1],
  ],
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
export async function getCity(context: QueryContext, id: string, viewer: Viewer): Promise<QueryResponse> {
  const city = await context.models.places.reader.get<CityDocument>('cities', id);
  if (city === undefined || !isCitySeenBy(city, viewer)) throw new Refusal('city-not-found');
  return { body: toCity(city), tags: [cityTag(id)] };
}

/** @throws Refusal `city-not-found` also for a city that is not public; `no-coordinates` */
export async function getCityLight(
  { models, clock }: QueryContext,
  { id, viewer }: { readonly id: string; readonly viewer: Viewer },
  date: string | undefined,
): Promise<QueryResponse> {
  const city = await models.places.reader.get<CityDocument>('cities', id);
  if (city === undefined || !isCitySeenBy(city, viewer)) throw new Refusal('city-not-found');
  return { ...lightAt({ own: city.coordinates, date, now: clock() }), tags: [cityTag(id)] };
}
