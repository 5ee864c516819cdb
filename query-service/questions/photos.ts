import * as z from 'zod/mini';

import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';
import type { Viewer } from '#contracts/parse';
import type { PhotoListQuery } from '#contracts/queries';
import { fieldTexts } from '#contracts/texts';
import type { Photo } from '#contracts/views/photo';
import { renditionName, type PhotoStore } from '#command-service/photo-store/index';
import type { ReadModelReader } from '#projections/read-store/index';
import type { LocationDocument, PhotoDocument } from '#projections/read-store/index';

import { allPhotos, locationTag, type Answer } from '../answer.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { countTo, cutPage, withTotal, type Page } from '../paging.ts';
import type { Reads } from '../reads.ts';
import { toPhoto } from '../views/photo.ts';
import { maySeeLocation } from '../visibility.ts';
import { visibleLocation } from './locations.ts';

type Query = z.output<typeof PhotoListQuery>;

/** @throws Refusal `location-not-found`, `invalid` when more pictures are asked for than one answer carries */
export async function listPhotos(reads: Reads, id: string, query: Query, viewer: Viewer): Promise<Answer> {
  const withImages = query.imageData !== 'omit';
  const limit = limitOf(query, withImages);
  const location = await visibleLocation(reads, id, viewer);
  const { reader } = reads.models.places;
  const filter = { locationId: id, present: true };
  const { items, ...page } = await withTotal(
    await featuredFirst(reader, location, { limit, cursor: query.cursor }),
    query.cursor,
    () => reader.count('photos', filter, countTo),
  );
  const photos = items.map((photo) => toPhoto(photo, location.featuredPhotoId));
  return {
    ...page,
    body: withImages ? await withImageData(reads.photos, photos, items) : photos,
    tags: [allPhotos, locationTag(id)],
  };
}

function limitOf({ limit }: Query, withImages: boolean): number {
  if (!withImages) return limit ?? limits.pageDefault;
  const most = limits.pageMostWithImages;
  if (limit === undefined || limit <= most) return limit ?? most;
  const message = `${fieldTexts.number('limit', 1, most)} (more with imageData=omit)`;
  throw new Refusal('invalid', { detail: message, errors: [{ path: 'limit', message }] });
}

const addedAndId = z.tuple([z.number(), z.string()]);

/** The featured photo on the first page, then the others from the oldest on. */
async function featuredFirst(
  reader: ReadModelReader,
  { id, featuredPhotoId }: LocationDocument,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Page<PhotoDocument>> {
  const after = decodeCursor('photos', addedAndId, cursor);
  const featured =
    featuredPhotoId === null ? undefined : await reader.get<PhotoDocument>('photos', featuredPhotoId);
  const isFeatured = featured?.present === true && featured.locationId === id;
  const found = await reader.find<PhotoDocument>('photos', {
    filter: { locationId: id, present: true },
    sort: [['added', 1]],
    // One to know of a next page, one for the featured photo, which is passed over.
    limit: limit + 2,
    ...(after === undefined ? {} : { after }),
  });
  const others = isFeatured ? found.filter((photo) => photo.id !== featured.id) : found;
  const first = isFeatured && after === undefined ? [featured] : [];
  // A first page that holds the featured photo alone ends before the oldest of all.
  return cutPage([...first, ...others], limit, (last) =>
    encodeCursor('photos', first.length > 0 && last.id === first[0]?.id ? [-1, ''] : [last.added, last.id]),
  );
}

async function withImageData(
  store: PhotoStore,
  photos: readonly Photo[],
  documents: readonly PhotoDocument[],
): Promise<Photo[]> {
  const filled: Photo[] = [];
  for (const [at, photo] of photos.entries()) {
    const document = documents[at];
    const imageData = document && (await dataUrlOf(store, document));
    filled.push(imageData === undefined ? photo : { ...photo, imageData });
  }
  return filled;
}

async function dataUrlOf(store: PhotoStore, photo: PhotoDocument): Promise<string | undefined> {
  const file = await store.open(renditionName(photo.sha256, photo.renditions.at(-1) ?? photo.width));
  if (file === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.stream) chunks.push(chunk as Uint8Array);
  return `data:image/webp;base64,${Buffer.concat(chunks).toString('base64')}`;
}

/** A present photo of a location that this person may see, with the location. @throws Refusal `photo-not-found` */
export async function visiblePhoto(
  { models }: Reads,
  id: string,
  viewer: Viewer,
): Promise<{ readonly photo: PhotoDocument; readonly location: LocationDocument }> {
  const { reader } = models.places;
  const photo = await reader.get<PhotoDocument>('photos', id);
  const location = photo && (await reader.get<LocationDocument>('locations', photo.locationId));
  if (!photo?.present || location === undefined || !maySeeLocation(location, viewer)) {
    throw new Refusal('photo-not-found');
  }
  return { photo, location };
}
