import * as z from 'zod/mini';

import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';
import { uuid } from '#contracts/shared/fields';
import { limits } from '#contracts/shared/limits';
import type { Viewer } from '#contracts/shared/parse';
import { isLocationSeenBy, isPhotoSeenBy } from '#contracts/shared/shown';
import type { PhotoListQuery } from '#contracts/photo/api';
import { fieldTexts } from '#contracts/shared/texts';
import { renditionName } from '#platform/photo-store/index';
import type { Filter, ReadModelReader } from '#platform/read-store/index';
import type { LocationDocument, PhotoDocument } from '#contracts/read-models';

import type { QueryResponse } from '#platform/queries/query-response';
import { allPhotos, cityTag, locationTag } from '../shared/tags.ts';
import { decodeCursor, encodeCursor, countTo, cutPage, withTotal, type Page } from '#platform/queries/paging';
import type { QueryContext } from '../query-context.ts';
import { toPhoto } from './view.ts';
import { creditsOf, creditTags } from '../account/credits.ts';
import { fromLocation, placedLocation, type Placed } from '../location/locations.ts';
import { withPictures } from './photo-pictures.ts';

type Query = z.output<typeof PhotoListQuery>;

/** @throws Refusal `location-not-found`, `invalid` when more pictures are requested than one answer may hold */
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

/** Filters for the photos of a place that a person may see: moderators see all, uploaders their held-back ones too. */
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

/** The featured photo first on the first page, then the others, oldest first. */
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
  // When the first page holds only the featured photo, the next page starts with the oldest photo.
  return cutPage([...first, ...others], limit, (last) =>
    encodeCursor('photos', [first.length > 0 && last.id === first[0]?.id ? -1 : last.added, last.id]),
  );
}

/** An existing photo of a location that this person may see, with the location. @throws Refusal `photo-not-found` */
export async function visiblePhoto(
  context: QueryContext,
  id: string,
  viewer: Viewer,
): Promise<Placed & { readonly photo: PhotoDocument }> {
  const photo = await context.models.places.reader.get<PhotoDocument>('photos', id);
  const isSeen = photo !== undefined && isPhotoSeenBy(photo, viewer);
  const placed = isSeen ? await placedLocation(context, photo.locationId) : undefined;
  if (
    photo === undefined ||
    placed === undefined ||
    !isLocationSeenBy(placed.location, placed.city, viewer)
  ) {
    throw new Refusal('photo-not-found');
  }
  return { ...placed, photo };
}
