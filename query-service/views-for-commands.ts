import { Refusal } from '#contracts/errors';
import type { Viewer } from '#contracts/parse';
import type { City } from '#contracts/views/city';
import type { PendingEdit } from '#contracts/views/edit';
import type { Location } from '#contracts/views/location';
import type { Photo } from '#contracts/views/photo';
import type { Filter, Index, ReadModelReader } from '#projections/read-store/index';
import type { CityDocument, EditDocument } from '#projections/read-store/index';

import type { Freshness } from './min-position.ts';
import { locationViews } from './questions/location-views.ts';
import { visibleLocation } from './questions/locations.ts';
import { visiblePhoto } from './questions/photos.ts';
import type { Reads } from './reads.ts';
import { toCity } from './views/city.ts';
import { toEdit } from './views/edit.ts';
import { toPhoto } from './views/photo.ts';
import { maySeeCity } from './visibility.ts';

/**
 * What the command side may ask, to answer with the entity that a command left behind and to find what a cascade
 * takes along; never to decide. All wait for `minPosition` first, and throw the Refusal that a GET would.
 */
export interface CommandViews {
  city(id: string, viewer: Viewer, minPosition: bigint): Promise<City>;
  location(id: string, viewer: Viewer, minPosition: bigint): Promise<Location>;
  photo(id: string, viewer: Viewer, minPosition: bigint): Promise<Photo>;
  edit(id: string, viewer: Viewer, minPosition: bigint): Promise<PendingEdit>;
  /** Waits until what a command left behind is in the read model that the answers are made of. */
  reached(minPosition: bigint): Promise<void>;
  /** Of every status. */
  locationIdsOf(cityId: string, minPosition: bigint): Promise<readonly string[]>;
  /** Those that an event ended, wherever they are by then. */
  locationIdsEndedBy(eventId: string, minPosition: bigint): Promise<readonly string[]>;
  /** Present or not. */
  photoIdsOf(locationId: string, minPosition: bigint): Promise<readonly string[]>;
}

export function createCommandViews(reads: Reads, freshness: Freshness): CommandViews {
  const { reader } = reads.models.places;
  const after = (position: bigint) => freshness.atLeast(['places'], position);
  const ids = async (minPosition: bigint, list: IdList) => {
    await after(minPosition);
    return idsIn(reader, list);
  };
  return {
    async city(id, viewer, minPosition) {
      await after(minPosition);
      const city = await reader.get<CityDocument>('cities', id);
      if (city === undefined || !maySeeCity(city, viewer)) throw new Refusal('city-not-found');
      return toCity(city);
    },
    async location(id, viewer, minPosition) {
      await after(minPosition);
      const [view] = await locationViews(reads, [await visibleLocation(reads, id, viewer)], viewer);
      if (view === undefined) throw new Refusal('location-not-found');
      return view;
    },
    async photo(id, viewer, minPosition) {
      await after(minPosition);
      const { photo, location } = await visiblePhoto(reads, id, viewer);
      return toPhoto(photo, location.featuredPhotoId);
    },
    async edit(id, viewer, minPosition) {
      await after(minPosition);
      const edit = await reader.get<EditDocument>('edits', id);
      const maySee = viewer?.isAdmin === true || (viewer !== null && viewer.userId === edit?.userId);
      if (edit === undefined || !maySee) throw new Refusal('edit-not-found');
      return toEdit(edit);
    },
    reached: after,
    locationIdsOf: (cityId, position) =>
      ids(position, { collection: 'locations', filter: { cityId }, sort: [['status', 1]] }),
    locationIdsEndedBy: (endedBy, position) =>
      ids(position, { collection: 'locations', filter: { endedBy }, sort: [] }),
    photoIdsOf: (locationId, position) =>
      ids(position, {
        collection: 'photos',
        filter: { locationId },
        sort: [
          ['present', 1],
          ['added', 1],
        ],
      }),
  };
}

interface IdList {
  readonly collection: 'locations' | 'photos';
  readonly filter: Filter;
  readonly sort: Index;
}

const idPage = 500;

async function idsIn(reader: ReadModelReader, { collection, filter, sort }: IdList): Promise<string[]> {
  const ids: string[] = [];
  for (let after: (string | number | boolean)[] | undefined; ;) {
    const found: { id: string; status?: string; present?: boolean; added?: number }[] = await reader.find(
      collection,
      { filter, sort, limit: idPage, ...(after === undefined ? {} : { after }) },
    );
    ids.push(...found.map(({ id }) => id));
    const last = found.at(-1);
    if (last === undefined || found.length < idPage) return ids;
    const places = { status: last.status ?? '', present: last.present ?? false, added: last.added ?? 0 };
    after = [...sort.map(([field]) => places[field as keyof typeof places]), last.id];
  }
}
