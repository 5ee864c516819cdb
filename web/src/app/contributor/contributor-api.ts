import type { PublicPerson } from '#contracts/account/views';
import { personPhotos } from '#contracts/page-sizes';
import type { PhotoOfPerson } from '#contracts/photo/views';

import { api, listTags, type Page } from '../../lib/api.ts';
import { pageAsked } from '../../lib/numbered-pages.ts';
import { toPage } from '../../lib/wire.ts';

interface PhotosOfPersonQuery {
  readonly by: string;
  readonly limit: number;
  /** The start of the page in the list, from 1. */
  readonly page?: number;
}

/** The query of a person's page for photos. */
export const photosAsked = (by: string, page: number | null): PhotosOfPersonQuery => ({
  by,
  limit: personPhotos,
  ...pageAsked(page),
});

/** People's own pages. */
export const contributorApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPublicPerson: build.query<PublicPerson, string>({
      query: (id) => `/api/people/${encodeURIComponent(id)}`,
      providesTags: [...listTags('Photo', []), ...listTags('Location', [])],
    }),
    listPhotosOfPerson: build.query<Page<PhotoOfPerson>, PhotosOfPersonQuery>({
      query: (params) => ({ url: '/api/photos', params: { ...params } }),
      transformResponse: (items: PhotoOfPerson[], meta) => toPage(items, meta),
      providesTags: (page) => listTags('Photo', page?.items),
    }),
  }),
});

export const { useGetPublicPersonQuery, useListPhotosOfPersonQuery } = contributorApi;

/** The query of a person's page for places. */
export const placesAsked = (addedBy: string, page: number | null) => ({
  addedBy,
  limit: personPhotos,
  ...pageAsked(page),
});
