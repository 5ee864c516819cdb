import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';
import { shown } from '#contracts/shared/shown';
import { shownAt } from '#contracts/location/merging';
import type { Document, Filter, ReadModelReader } from '#platform/read-store/index';

import { documentsById } from '../query-context.ts';

/** The most of one person's items of a kind that are checked. */
const checkedMost = 500;

export interface Places {
  readonly locations: ReadonlyMap<string, LocationDocument>;
  readonly cities: ReadonlyMap<string, CityDocument>;
}

/** These locations and their cities. */
export async function placesOf(reader: ReadModelReader, locationIds: readonly string[]): Promise<Places> {
  const locations = await documentsById<LocationDocument>(reader, 'locations', locationIds);
  const cityIds = [...locations.values()].map(({ cityId }) => cityId);
  return { locations, cities: await documentsById<CityDocument>(reader, 'cities', cityIds) };
}

/**
 * The ids of a person's waiting edits of deleted places. Their documents do not say so, because the deletion of a place
 * is not recorded with its edits.
 */
export const goneEditsOf = (reader: ReadModelReader, userId: string): Promise<ReadonlySet<string>> =>
  goneOf<EditDocument>(reader, 'edits', { userId, status: 'pending' }, ({ locationId }) => locationId);

/** The ids of a person's places that were merged into places that are deleted now. */
export const goneMergedOf = (reader: ReadModelReader, userId: string): Promise<ReadonlySet<string>> =>
  goneOf<LocationDocument>(reader, 'locations', { mergedOf: userId }, shownAt);

/** The ids of the latest of these items whose place is deleted. */
async function goneOf<D extends Document>(
  reader: ReadModelReader,
  collection: string,
  filter: Filter,
  placeIdOf: (item: D) => string,
): Promise<ReadonlySet<string>> {
  const items = await reader.find<D>(collection, { filter, sort: [['createdAt', -1]], limit: checkedMost });
  const { locations, cities } = await placesOf(reader, items.map(placeIdOf));
  const isGone = (item: D): boolean => {
    const place = locations.get(placeIdOf(item));
    return place === undefined || shown(place, cities.get(place.cityId)).status === 'deleted';
  };
  return new Set(items.filter(isGone).map(({ id }) => id));
}
