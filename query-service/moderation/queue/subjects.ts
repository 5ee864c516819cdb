import { cityFields } from '#contracts/city/fields';
import type { FieldContent } from '#contracts/shared/coordinates';
import { pickFields } from '#contracts/shared/entity-fields';
import { locationFields } from '#contracts/location/fields';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { QueueReport } from '#contracts/moderation/read-models-queue';

import { byId, distinct, type QueryContext } from '../../query-context.ts';
import type { QueuedItem } from './entries.ts';

/** What an item is about. Its texts and its revision come from the same document, so they are of one state. */
export interface Subject {
  readonly location: LocationDocument | undefined;
  /** Only of an item about a city. */
  readonly city: CityDocument | undefined;
  /** Only of an item about a photo. */
  readonly photo: PhotoDocument | undefined;
  /** The revision that a decision on the item names. */
  readonly revision: number;
}
export type SubjectOf = (found: QueuedItem) => Subject;

/** Reads the subjects of items, each kind of document in one query. */
export async function readSubjects(
  { models }: QueryContext,
  found: readonly QueuedItem[],
): Promise<SubjectOf> {
  const { reader } = models.places;
  const idsOf = (id: (found: QueuedItem) => string | null | false) =>
    distinct(found.flatMap((each) => id(each) || []));
  const about = (type: string) => idsOf(({ entry }) => entry.entityType === type && entry.entityId);
  const [locations, cities, photos] = await Promise.all([
    reader.getMany<LocationDocument>(
      'locations',
      idsOf(({ entry }) => entry.locationId),
    ),
    reader.getMany<CityDocument>('cities', about('city')),
    reader.getMany<PhotoDocument>('photos', about('photo')),
  ]);
  const [locationOf, cityOf, photoOf] = [byId(locations), byId(cities), byId(photos)];
  return ({ kind, entry }) => {
    const location = locationOf.get(entry.locationId ?? '');
    const city = cityOf.get(entry.entityId);
    const photo = photoOf.get(entry.entityId);
    // The cast: the collection of reports holds reports.
    const of = kind === 'report' ? (entry as QueueReport) : (photo ?? location ?? city);
    return { location, city, photo, revision: of?.revision ?? 0 };
  };
}

/** The texts of the subject's location or city. */
export function fieldsOf({ location, city }: Subject): Record<string, FieldContent> {
  if (location !== undefined) return pickFields(locationFields, location);
  return city === undefined ? {} : pickFields(cityFields, city);
}
