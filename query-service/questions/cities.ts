import * as z from 'zod/mini';

import { Refusal } from '#contracts/errors';
import { fold } from '#contracts/fold';
import type { Viewer } from '#contracts/parse';
import type { CityListQuery } from '#contracts/queries';
import type { CityDocument } from '#projections/read-store/index';

import { allCities, cityTag, type Answer } from '../answer.ts';
import { readList, type ListOrder } from '../paging.ts';
import type { Reads } from '../reads.ts';
import { toCity } from '../views/city.ts';
import { maySeeCity } from '../visibility.ts';
import { searchCities } from './search-cities.ts';

const mostLocations = z.tuple([z.string(), z.number(), z.string(), z.string()]);
/** Cities by locations, then name. */
const order: ListOrder<CityDocument, typeof mostLocations> = {
  kind: 'cities',
  values: mostLocations,
  sort: [
    ['status', 1],
    ['locationCount', -1],
    ['nameFolded', 1],
  ],
  place: ({ status, locationCount, nameFolded, id }) => [status, locationCount, nameFolded, id],
};

export async function listCities(reads: Reads, query: z.output<typeof CityListQuery>): Promise<Answer> {
  const { reader } = reads.models.places;
  const text = fold(query.search ?? '');
  const filter = { status: 'approved' } as const;
  if (text !== '') {
    const found = await searchCities(reader, { ...query, text });
    return { ...found, body: found.items.map(toCity), tags: [allCities] };
  }
  const { items, ...page } = await readList(reader, 'cities', order, { ...query, filter });
  return { ...page, body: items.map(toCity), tags: [allCities] };
}

/** @throws Refusal `city-not-found` also for one that this person may not see */
export async function getCity(reads: Reads, id: string, viewer: Viewer): Promise<Answer> {
  const city = await reads.models.places.reader.get<CityDocument>('cities', id);
  if (city === undefined || !maySeeCity(city, viewer)) throw new Refusal('city-not-found');
  return { body: toCity(city), tags: [cityTag(id)] };
}
