import type { Changed, PublicReadModel } from '#contracts/live';
import { publicReadModels } from '#contracts/live';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';
import type { Change } from '#platform/read-store/index';

import type { Models } from '../models.ts';
import { byId } from '../query-context.ts';

/** The lists that a change affects in addition to its documents. */
export interface ChangedLists {
  readonly trending: readonly string[] | undefined;
  /** Whether a city has started or stopped hiding its locations. The locations' documents do not change then. */
  readonly hides: boolean;
}

/**
 * The messages to everyone about a change: ids of documents that are public, or were until the change. Other changes
 * send no message at all, so that nobody even learns that something happened.
 */
export async function publicChanges(
  models: Models,
  { shown, position: at }: Change,
  { trending = [], hides }: ChangedLists,
): Promise<Changed[]> {
  const position = String(at);
  if (shown === 'everything') return publicReadModels.map((readModel) => ({ readModel, ids: [], position }));
  const { cities = [], locations = [], photos = [] } = shown;
  const named = [
    ['locations', locations, hides],
    ['photos', await publicPhotos(models, photos, new Set(locations)), hides],
    ['trending', trending, false],
    ['cities', cities, false],
  ] as const satisfies ReadonlyArray<readonly [PublicReadModel, readonly string[], any: boolean]>;
  return named.flatMap(([readModel, ids, any]): Changed[] => {
    if (ids.length === 0 && !any) return [];
    const told: Changed = { readModel, ids: any ? [] : ids, position };
    // The statistics are summed over the cities.
    return readModel === 'cities' ? [{ readModel: 'stats', ids: [], position }, told] : [told];
  });
}

/** Whether a change may need a message. Does not read the store. */
export const mayBePublic = ({ shown }: Change, { trending = [], hides }: ChangedLists): boolean =>
  hides ||
  trending.length > 0 ||
  shown === 'everything' ||
  Object.values(shown).some((ids) => ids.length > 0);

/** Photos of locations that are public, or were until this change. */
async function publicPhotos(
  { places: { reader } }: Models,
  ids: readonly string[],
  shownLocations: ReadonlySet<string>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const photos = await reader.getMany<PhotoDocument>('photos', ids);
  const locationIds = photos.map(({ locationId }) => locationId);
  const locations = byId(await reader.getMany<LocationDocument>('locations', locationIds));
  return photos
    .filter(({ locationId }) => shownLocations.has(locationId) || locations.get(locationId)?.public === true)
    .map(({ id }) => id);
}
