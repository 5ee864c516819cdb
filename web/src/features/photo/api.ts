import type { DescribePhoto } from '#contracts/photo/commands';
import type { Photo } from '#contracts/photo/views';

import { api, listTags, type Page } from '../../lib/api.ts';
import { itemsOf, pagesOf, useFurtherPages } from '../../lib/pages.ts';

interface PhotoOf {
  readonly photoId: string;
  readonly locationId: string;
}

interface DeletedPhoto {
  readonly photoId: string;
  /** The location that shows it; null if none does. */
  readonly locationId: string | null;
  readonly forEver?: boolean;
}

/** A location's card shows its photo too, so the location is refetched. */
const photosOf = (locationId: string) => [
  { type: 'Photo' as const, id: locationId },
  { type: 'Location' as const, id: locationId },
  'Trending' as const,
  'City' as const,
  'Stats' as const,
];

export const photoApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The photos with the featured one first; metadata only, without the pictures' bytes. */
    listPhotos: build.infiniteQuery<Page<Photo>, string, string | null>({
      ...pagesOf<Photo, string>((locationId) => ({
        url: `/api/locations/${encodeURIComponent(locationId)}/photos`,
        params: { imageData: 'omit' },
      })),
      providesTags: (data, _error, locationId) => [
        // Choosing the featured photo changes the location, not its photos.
        { type: 'Location', id: locationId },
        { type: 'Photo', id: locationId },
        ...listTags('Photo', itemsOf(data)),
      ],
    }),
    featurePhoto: build.mutation<Photo, PhotoOf>({
      query: ({ photoId, locationId }) => ({
        url: `/api/photos/${photoId}/primary`,
        method: 'PATCH',
        body: { locationId },
      }),
      invalidatesTags: (_photo, error, { locationId }) => (error ? [] : photosOf(locationId)),
    }),
    describePhoto: build.mutation<Photo, PhotoOf & DescribePhoto>({
      query: ({ photoId, locationId: _, ...body }) => ({
        url: `/api/photos/${photoId}`,
        method: 'PATCH',
        body,
      }),
      invalidatesTags: (_photo, error, { locationId }) => (error ? [] : [{ type: 'Photo', id: locationId }]),
    }),
    /** `forEver`: also deletes the picture's bytes, so that nobody can restore it. */
    deletePhoto: build.mutation<null, DeletedPhoto>({
      query: ({ photoId, forEver = false }) => ({
        url: `/api/photos/${photoId}${forEver ? '?for=ever' : ''}`,
        method: 'DELETE',
      }),
      invalidatesTags: (_response, error, { locationId }) =>
        error ? [] : ['Submission', ...(locationId === null ? [] : photosOf(locationId))],
    }),
  }),
});

export const { useFeaturePhotoMutation, useDescribePhotoMutation, useDeletePhotoMutation } = photoApi;

/** Whether this person uploaded the photo. */
export const isMine = ({ uploadedBy }: Photo, userId: string | undefined): boolean =>
  userId !== undefined && uploadedBy === userId;

/** All photos of a location, the featured one first; undefined before the first page. */
export function usePhotosOf(locationId: string, options: { readonly skip?: boolean } = {}) {
  const response = photoApi.useListPhotosInfiniteQuery(locationId, options);
  useFurtherPages(response, true);
  return { ...response, photos: itemsOf(response.currentData) };
}
