import * as z from 'zod/mini';

import { operations } from '#contracts/api';
import type { PhotoListQuery, PhotosOfPersonQuery } from '#contracts/photo/api';
import type { Photo, PhotoOfPerson } from '#contracts/photo/views';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';
import { Refusal } from '#contracts/shared/errors';
import { uuid } from '#contracts/shared/fields';
import { limits } from '#contracts/shared/limits';
import type { Viewer } from '#contracts/shared/parse';
import { isPhotoSeenAt, isPhotoSeenBy, isPublic } from '#contracts/shared/shown';
import { fieldTexts } from '#contracts/shared/texts';
import { type FileName, type PhotoStore, renditionName } from '#platform/photo-store/index';
import {
  countTo,
  cutPage,
  decodeCursor,
  encodeCursor,
  type ListOrder,
  numberAndId,
  type Page,
  readList,
  withTotal,
} from '#platform/queries/paging';
import type { QueryResponse } from '#platform/queries/query-response';
import type { Filter, ReadModelReader } from '#platform/read-store/index';

import { creditsOf, creditTags, publicPhotosOf } from '../account/public-people.ts';
import { fromLocation, type Placed, placedLocation } from '../location/locations.ts';
import type { QueryContext } from '../query-context.ts';
import { placesOf } from '../shared/gone-places.ts';
import { allPhotos, cityTag, locationTag } from '../shared/tags.ts';
import { toPhoto } from './view.ts';

type Query = z.output<typeof PhotoListQuery>;

/** @throws Refusal `location-not-found`; `invalid` if more pictures are requested than one response may hold */
export async function listPhotos(
  context: QueryContext,
  id: string,
  query: Query,
  viewer: Viewer,
): Promise<QueryResponse> {
  const withImages = query.imageData !== 'omit';
  const limit = limitOf(query, withImages);
  return fromLocation(context, operations.listPhotos, { id, viewer }, ({ location }) =>
    photosIn(context, location, { ...query, limit, withImages }, viewer),
  );
}

async function photosIn(
  context: QueryContext,
  location: LocationDocument,
  query: Query & { readonly limit: number; readonly withImages: boolean },
  viewer: Viewer,
): Promise<QueryResponse> {
  const { id } = location;
  const { limit, withImages } = query;
  const { reader } = context.models.places;
  const filters = filtersFor(id, viewer);
  const { items, ...page } = await withTotal(
    await featuredFirst(reader, location, { filters, viewer, limit, cursor: query.cursor }),
    query,
    async () => {
      const counts = await Promise.all(filters.map((filter) => reader.count('photos', filter, countTo)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  );
  const uploaders = items.map(({ uploadedBy }) => uploadedBy);
  const credits = await creditsOf(context, uploaders);
  const pictured = items.map((document) => ({
    photo: toPhoto(document, location.featuredPhotoId, credits),
    file: renditionName(document.sha256, document.renditions.at(-1) ?? document.width),
  }));
  return {
    ...page,
    body: withImages ? pictured : pictured.map(({ photo }) => photo),
    pieces: withImages ? () => withPictures(context.photos, pictured) : undefined,
    tags: [allPhotos, locationTag(id), cityTag(location.cityId), ...creditTags(uploaders)],
  };
}

/**
 * Filters for the photos of a place that a person may see: moderators see all, and uploaders also their held-back ones.
 */
function filtersFor(locationId: string, viewer: Viewer): readonly Filter[] {
  if (viewer?.canModerate === true) return [{ locationId, present: true }];
  const shown = { locationId, shown: true };
  return viewer === null ? [shown] : [shown, { locationId, heldBackFor: viewer.userId }];
}

function limitOf({ limit }: Query, withImages: boolean): number {
  if (!withImages) return limit ?? limits.pageDefault;
  const most = limits.pageMostWithImages;
  if (limit === undefined || limit <= most) return limit ?? most;
  const message = `${fieldTexts.number('limit', 1, most)} (more with imageData=omit)`;
  throw new Refusal('invalid', { detail: message, errors: [{ path: 'limit', message }] });
}

const addedAndId = z.tuple([z.number(), uuid('Photo id')]);

interface PhotoPage {
  readonly filters: readonly Filter[];
  readonly viewer: Viewer;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** On the first page the featured photo comes first, then the others, oldest first. */
async function featuredFirst(
  reader: ReadModelReader,
  { id, featuredPhotoId }: LocationDocument,
  { filters, viewer, limit, cursor }: PhotoPage,
): Promise<Page<PhotoDocument>> {
  const after = decodeCursor('photos', addedAndId, cursor);
  const featured =
    featuredPhotoId === null ? undefined : await reader.get<PhotoDocument>('photos', featuredPhotoId);
  const isFeatured = featured !== undefined && featured.locationId === id && isPhotoSeenBy(featured, viewer);
  const lists = await Promise.all(
    filters.map((filter) =>
      reader.find<PhotoDocument>('photos', {
        filter,
        sort: [['added', 1]],
        // One extra photo shows that there is a next page, and one replaces the featured photo, which is skipped.
        limit: limit + 2,
        ...(after === undefined ? {} : { after }),
      }),
    ),
  );
  const found = lists.flat().sort((one, other) => one.added - other.added);
  const others = isFeatured ? found.filter((photo) => photo.id !== featured.id) : found;
  const first = isFeatured && after === undefined ? [featured] : [];
  // If the first page holds only the featured photo, the next page starts with the oldest photo.
  return cutPage([...first, ...others], limit, (last) =>
    encodeCursor('photos', [first.length > 0 && last.id === first[0]?.id ? -1 : last.added, last.id]),
  );
}

/** An existing photo that this person may see, with its location. @throws Refusal `photo-not-found` */
export async function visiblePhoto(
  context: QueryContext,
  id: string,
  viewer: Viewer,
): Promise<Placed & { readonly photo: PhotoDocument }> {
  const photo = await context.models.places.reader.get<PhotoDocument>('photos', id);
  const placed = photo && (await placedLocation(context, photo.locationId));
  if (
    photo === undefined ||
    placed === undefined ||
    !isPhotoSeenAt(photo, placed.location, placed.city, viewer)
  ) {
    throw new Refusal('photo-not-found');
  }
  return { ...placed, photo };
}

/** A photo and the file with the picture for its `imageData`. */
interface Pictured {
  readonly photo: Photo;
  readonly file: FileName;
}

/**
 * A list of photos as JSON in pieces, with the pictures inside as data URLs. Holds only a part of one picture at a
 * time.
 * @throws PhotoStoreUnavailable
 */
async function* withPictures(store: PhotoStore, list: readonly Pictured[]): AsyncGenerator<string, void> {
  let text = '[';
  for (const [at, { photo, file }] of list.entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify(photo).slice(0, -1)},"imageData":`;
    const found = await store.open(file);
    if (found === undefined) {
      text += 'null}';
      continue;
    }
    text += '"data:image/webp;base64,';
    for await (const part of inBase64(found.stream)) {
      yield text + part;
      text = '';
    }
    text += '"}';
  }
  yield `${text}]`;
}

/** Bytes in base64, which encodes three at a time. */
async function* inBase64(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

const newest: ListOrder = { kind: 'photos-of-person', values: numberAndId, sort: [['added', -1]] };

/** The public photos of a person, newest first; none of a person without a page. */
export async function listPhotosOfPerson(
  context: QueryContext,
  { by, ...input }: z.output<typeof PhotosOfPersonQuery>,
): Promise<QueryResponse> {
  const { closed, places } = context.models;
  const filter = publicPhotosOf(by, closed);
  // Comes first: an invalid cursor is an error for any person, also for one without a page.
  const { items, ...page } = await readList<PhotoDocument>(places.reader, 'photos', newest, {
    ...input,
    filter,
  });
  const credits = await creditsOf(context, [by]);
  if (credits.get(by)?.hasPage !== true) return { body: [], total: '0', tags: [] };
  const { locations, cities } = await placesOf(
    places.reader,
    items.map(({ locationId }) => locationId),
  );
  const body = items.flatMap((photo): PhotoOfPerson[] => {
    const location = locations.get(photo.locationId);
    const city = location && cities.get(location.cityId);
    // The location may have been hidden since the list was read.
    if (location === undefined || city === undefined || !isPublic(location, city)) return [];
    const view = toPhoto(photo, location.featuredPhotoId, credits);
    return [{ ...view, locationName: location.name, cityName: city.name }];
  });
  return { ...page, body, tags: [] };
}
