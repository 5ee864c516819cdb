import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';
import { shown } from '#contracts/shared/shown';
import type { ReadModelReader } from '#platform/read-store/index';

import { byId, distinct } from '../query-context.ts';

/** The most of one person's waiting edits that are checked. A limit keeps everybody below it. */
const editsMost = 500;

export interface Places {
  readonly locations: ReadonlyMap<string, LocationDocument>;
  readonly cities: ReadonlyMap<string, CityDocument>;
}

/** These locations and their cities. */
export async function placesOf(reader: ReadModelReader, locationIds: readonly string[]): Promise<Places> {
  const locations = await reader.getMany<LocationDocument>('locations', distinct(locationIds));
  const cities = await reader.getMany<CityDocument>(
    'cities',
    distinct(locations.map(({ cityId }) => cityId)),
  );
  return { locations: byId(locations), cities: byId(cities) };
}

/**
 * The ids of a person's waiting edits of deleted places. Their documents do not say so, because the deletion of a place
 * is not recorded with its edits.
 */
export async function goneEditsOf(reader: ReadModelReader, userId: string): Promise<ReadonlySet<string>> {
  const edits = await reader.find<EditDocument>('edits', {
    filter: { userId, status: 'pending' },
    sort: [['createdAt', -1]],
    limit: editsMost,
  });
  const { locations, cities } = await placesOf(
    reader,
    edits.map(({ locationId }) => locationId),
  );
  const isGone = ({ locationId }: EditDocument): boolean => {
    const place = locations.get(locationId);
    return place === undefined || shown(place, cities.get(place.cityId)).status === 'deleted';
  };
  return new Set(edits.filter(isGone).map(({ id }) => id));
}
