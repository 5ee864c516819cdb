import type { LocationDocument } from '#contracts/read-models';
import { isPublic } from '#contracts/shared/shown';

import type { QueryContext } from '../query-context.ts';
import { placesOf } from '../shared/gone-places.ts';

/** Those of the locations that everybody can see now, in this order. */
export async function publicAmong(
  { models }: QueryContext,
  ids: readonly string[],
): Promise<LocationDocument[]> {
  const { locations, cities } = await placesOf(models.places.reader, ids);
  return ids.flatMap((id) => {
    const location = locations.get(id);
    return location !== undefined && isPublic(location, cities.get(location.cityId)) ? [location] : [];
  });
}
