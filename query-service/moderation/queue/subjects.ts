import { cityFields } from '#contracts/city/fields';
import { locationFields } from '#contracts/location/fields';
import type { QueueCity, QueueLocation, QueueReport } from '#contracts/moderation/read-models-queue';
import type { CityDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { FieldContent } from '#contracts/shared/coordinates';
import { pickFields } from '#contracts/shared/entity-fields';

import type { Models } from '../../models.ts';
import { byId, distinct, documentsById, type QueryContext } from '../../query-context.ts';
import type { QueuedItem } from './entries.ts';

/** The places and cities that queue items belong to. Each is read once per query. */
export interface Entities {
  load(found: readonly QueuedItem[]): Promise<void>;
  location(id: string | null): QueueLocation | undefined;
  city(id: string | null): QueueCity | undefined;
}

export function createEntities({ queue: { reader } }: Models): Entities {
  const locations = new Map<string, QueueLocation>();
  const cities = new Map<string, QueueCity>();
  const missing = (ids: readonly (string | null)[], known: ReadonlyMap<string, unknown>) =>
    distinct(ids.flatMap((id) => (id === null || known.has(id) ? [] : [id])));
  return {
    async load(found) {
      for (const { kind, entry } of found) {
        // These entries are locations and cities themselves.
        if (kind === 'location') locations.set(entry.id, entry as QueueLocation);
        if (kind === 'city') cities.set(entry.id, entry as QueueCity);
      }
      const [places, within] = await Promise.all([
        reader.getMany<QueueLocation>(
          'locations',
          missing(
            found.map(({ entry }) => entry.locationId),
            locations,
          ),
        ),
        reader.getMany<QueueCity>(
          'cities',
          missing(
            found.map(({ entry }) => entry.cityId),
            cities,
          ),
        ),
      ]);
      for (const [id, place] of byId(places)) locations.set(id, place);
      for (const [id, city] of byId(within)) cities.set(id, city);
    },
    location: (id) => (id === null ? undefined : locations.get(id)),
    city: (id) => (id === null ? undefined : cities.get(id)),
  };
}

/** The subject of an item. Its texts and its revision come from the same document, so they are consistent. */
export interface Subject {
  readonly location: LocationDocument | undefined;
  /** Only for an item about a city. */
  readonly city: CityDocument | undefined;
  /** Only for an item about a photo. */
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
  const idsOf = (id: (found: QueuedItem) => string | null | false) => found.flatMap((each) => id(each) || []);
  const about = (type: string) => idsOf(({ entry }) => entry.entityType === type && entry.entityId);
  const locationIds = idsOf(({ entry }) => entry.locationId);
  const [locations, cities, photos] = await Promise.all([
    documentsById<LocationDocument>(reader, 'locations', locationIds),
    documentsById<CityDocument>(reader, 'cities', about('city')),
    documentsById<PhotoDocument>(reader, 'photos', about('photo')),
  ]);
  return ({ kind, entry }) => {
    const location = locations.get(entry.locationId ?? '');
    const city = cities.get(entry.entityId);
    const photo = photos.get(entry.entityId);
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
