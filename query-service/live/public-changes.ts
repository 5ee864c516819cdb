import type { Changed, PublicReadModel } from '#contracts/live';
import { publicReadModels } from '#contracts/live';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { Change } from '#platform/read-store/index';

import type { Models } from '../models.ts';
import type { ClosedCities } from '../shared/closed-cities.ts';
import { distinct, documentsById } from '../query-context.ts';

/** The lists that a change affects in addition to its documents. */
export interface ChangedLists {
  readonly trending: readonly string[] | undefined;
  /** Whether a city with public locations was closed or opened. Its locations' documents do not change then. */
  readonly closes: boolean;
  /** The closed cities before and after the change. */
  readonly before: ClosedCities;
  readonly after: ClosedCities;
}

/** Whether a change that everybody may see closes or opens a city with approved locations. */
export const closesAny = ({ shown }: Change, before: ClosedCities, now: ClosedCities): boolean =>
  shown !== 'everything' &&
  (shown['cities'] ?? []).some((id) => before.fromPublic.has(id) !== now.fromPublic.has(id));

/**
 * The messages to everyone about a change: ids of documents that are public, or were until the change. Other changes
 * send no message at all, so that nobody even learns that something happened.
 */
export async function publicChanges(
  models: Models,
  { shown, ids, position: at }: Change,
  { trending = [], closes, before, after }: ChangedLists,
): Promise<Changed[]> {
  const position = String(at);
  if (shown === 'everything') return publicReadModels.map((readModel) => ({ readModel, ids: [], position }));
  const { cities = [], locations = [], photos = [] } = shown;
  // A location that was moved out of an approved city has changed the numbers of both cities.
  const changedCities = cities.length > 0 ? (ids['cities'] ?? []) : [];
  const movedTo = new Set(
    changedCities.filter((id) => after.locationCountOf(id) > before.locationCountOf(id)),
  );
  const isClosed = (city: string) => before.fromPublic.has(city) || models.closed.fromPublic.has(city);
  const told = await toldOf(models, { locations, photos }, isClosed, movedTo);
  const named = [
    ['locations', told.locations, closes],
    ['photos', told.photos, closes],
    ['trending', trending, false],
    ['cities', cities, false],
  ] as const satisfies ReadonlyArray<readonly [PublicReadModel, readonly string[], any: boolean]>;
  return named.flatMap(([readModel, ids, any]): Changed[] => {
    if (ids.length === 0 && !any) return [];
    const changed: Changed = { readModel, ids: any ? [] : ids, position };
    // The statistics are summed over the cities.
    return readModel === 'cities' ? [{ readModel: 'stats', ids: [], position }, changed] : [changed];
  });
}

/** Whether a change may need a message. Does not read the store. */
export const mayBePublic = ({ shown }: Change, { trending = [], closes }: ChangedLists): boolean =>
  closes ||
  trending.length > 0 ||
  shown === 'everything' ||
  Object.values(shown).some((ids) => ids.length > 0);

interface Named {
  readonly locations: readonly string[];
  readonly photos: readonly string[];
}

/**
 * Those of the locations and photos that are public, or were until this change. An approved location of a closed city
 * is not public. It may have been public until this change if its city is one of `movedTo`.
 */
async function toldOf(
  { places: { reader } }: Models,
  { locations, photos }: Named,
  isClosed: (cityId: string) => boolean,
  movedTo: ReadonlySet<string>,
): Promise<Named> {
  const photoDocuments = photos.length === 0 ? [] : await reader.getMany<PhotoDocument>('photos', photos);
  const locationIds = distinct([...locations, ...photoDocuments.map(({ locationId }) => locationId)]);
  if (locationIds.length === 0) return { locations, photos: [] };
  const documents = await documentsById<LocationDocument>(reader, 'locations', locationIds);
  const isInClosed = (id: string): boolean => {
    const location = documents.get(id);
    if (location === undefined || !isClosed(location.cityId)) return false;
    return !location.isApproved || !movedTo.has(location.cityId);
  };
  const told = locations.filter((id) => !isInClosed(id));
  const isTold = (id: string) =>
    told.includes(id) || (documents.get(id)?.isApproved === true && !isInClosed(id));
  return {
    locations: told,
    photos: photoDocuments.flatMap(({ id, locationId }) => (isTold(locationId) ? [id] : [])),
  };
}
