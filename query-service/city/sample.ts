import type { Sample } from '#contracts/city/views';
import type { CityDocument } from '#contracts/read-models';

import type { QueryResponse } from '#platform/queries/query-response';
import type { QueryContext } from '../query-context.ts';

/**
 * The remaining sample: its cities that are not deleted, and the public locations in them, whoever added these.
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
