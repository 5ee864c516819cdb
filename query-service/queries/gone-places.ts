import { setImmediate } from 'node:timers/promises';

import type { CityDocument, EditDocument, LocationDocument, PhotoDocument } from '#contracts/read-models';
import { shown } from '#contracts/shown';
import type { ReadModelReader } from '#stores/read-store/index';

import { byId, distinct } from '../query-context.ts';

/** Photos read in one query. */
const page = 500;
/** The most of one person's photos and waiting edits that are looked at. Limits keep everybody below these numbers. */
const photosMost = 10_000;
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

/** Enough of a photo to find it in its uploader's list. */
export type ListedPhoto = Pick<PhotoDocument, 'id' | 'createdAt' | 'locationId'>;

/**
 * A person's photos in the order of their list, without those of deleted places; and the ids of their waiting edits of
 * deleted places. A place's end is not recorded with what it takes along, however much that is, so each reading looks
 * at the places.
 */
export async function withoutGone(
  reader: ReadModelReader,
  userId: string,
): Promise<{ readonly photos: readonly ListedPhoto[]; readonly goneEdits: ReadonlySet<string> }> {
  const [photos, edits] = await Promise.all([
    listedPhotos(reader, userId),
    reader.find<EditDocument>('edits', {
      filter: { userId, status: 'pending' },
      sort: [['createdAt', -1]],
      limit: editsMost,
    }),
  ]);
  const { locations, cities } = await placesOf(
    reader,
    [...photos, ...edits].map(({ locationId }) => locationId),
  );
  const isGone = ({ locationId }: { readonly locationId: string }): boolean => {
    const place = locations.get(locationId);
    return place === undefined || shown(place, cities.get(place.cityId)).status === 'deleted';
  };
  return {
    photos: photos.filter((photo) => !isGone(photo)),
    goneEdits: new Set(edits.filter(isGone).map(({ id }) => id)),
  };
}

async function listedPhotos(reader: ReadModelReader, uploadedBy: string): Promise<ListedPhoto[]> {
  const found: ListedPhoto[] = [];
  let after: [string, string] | undefined;
  while (found.length < photosMost) {
    const read: PhotoDocument[] = await reader.find<PhotoDocument>('photos', {
      filter: { uploadedBy, listed: true },
      sort: [['createdAt', -1]],
      limit: page,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...read.map(({ id, createdAt, locationId }) => ({ id, createdAt, locationId })));
    const last = read.at(-1);
    if (last === undefined || read.length < page) break;
    after = [last.createdAt, last.id];
    await setImmediate();
  }
  return found;
}
