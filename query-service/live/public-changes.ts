import type { Changed, PublicReadModel } from '#contracts/live';
import { publicReadModels } from '#contracts/live';
import type { Change } from '#projections/read-store/index';
import type { CityDocument, LocationDocument, PhotoDocument } from '#projections/read-store/index';

import type { Models } from '../models.ts';

/**
 * What everyone may hear of a change: ids of documents that are public, or have been. Of what only waits nobody
 * hears; where the documents do not tell whether something was public, no id is named.
 */
export async function publicChanges(models: Models, change: Change): Promise<Changed[]> {
  const position = String(change.position);
  if (change.everything) return publicReadModels.map((readModel) => ({ readModel, ids: [], position }));
  const [cities, locations, photos] = await Promise.all([
    changedCities(models, change.ids['cities'] ?? []),
    changedLocations(models, change.ids['locations'] ?? []),
    changedPhotos(models, change.ids['photos'] ?? []),
  ]);
  const told = (readModel: PublicReadModel, ids: readonly string[] | undefined): Changed[] =>
    ids === undefined ? [] : [{ readModel, ids, position }];
  return [
    ...told('cities', cities),
    ...told('locations', locations),
    ...told('photos', photos),
    // Their counts are in the cities.
    ...told('stats', cities === undefined ? undefined : []),
  ];
}

/** Ids to name, `[]` for 'any of them', undefined when nobody need hear. */
type Told = readonly string[] | undefined;

type Standing = 'public' | 'never' | 'unknown';

function tell<D extends { readonly id: string }>(
  documents: readonly D[],
  standingOf: (document: D) => Standing,
): Told {
  const ids = documents.filter((document) => standingOf(document) === 'public').map(({ id }) => id);
  if (documents.some((document) => standingOf(document) === 'unknown')) return [];
  return ids.length === 0 ? undefined : ids;
}

async function changedCities({ places }: Models, ids: readonly string[]): Promise<Told> {
  return tell(await places.reader.getMany<CityDocument>('cities', ids), (city) => {
    if (city.status === 'approved' || city.statusBefore === 'approved') return 'public';
    // A city that waits again after it was approved looks like one that was edited while it waits.
    return city.status === 'pending' && city.revision > 0 ? 'unknown' : 'never';
  });
}

const wasPublic = ({ public: isPublic, approved }: LocationDocument) => isPublic || approved > 0;

async function changedLocations({ places }: Models, ids: readonly string[]): Promise<Told> {
  const documents = await places.reader.getMany<LocationDocument>('locations', ids);
  return tell(documents, (location) => (wasPublic(location) ? 'public' : 'never'));
}

async function changedPhotos({ places }: Models, ids: readonly string[]): Promise<Told> {
  const photos = await places.reader.getMany<PhotoDocument>('photos', ids);
  const locationIds = photos.map(({ locationId }) => locationId);
  const locations = await places.reader.getMany<LocationDocument>('locations', locationIds);
  const open = new Set(locations.filter(wasPublic).map(({ id }) => id));
  return tell(photos, ({ locationId }) => (open.has(locationId) ? 'public' : 'never'));
}
