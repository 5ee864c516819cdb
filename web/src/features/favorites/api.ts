import { favoritesMost } from '#contracts/first-reads';
import type { Location } from '#contracts/views/location';

import { api, listTags, type Page } from '../../app/api.ts';
import { toPage } from '../../app/wire.ts';

export const favoritesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's own favourites, newest first, page by page. */
    browseFavorites: build.infiniteQuery<Page<Location>, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      query: ({ pageParam }) => pageParam ?? { url: '/api/favorites', params: { limit: favoritesMost } },
      transformResponse: (items: Location[], meta) => toPage(items, meta),
      providesTags: (data) =>
        listTags(
          'Location',
          data?.pages.flatMap(({ items }) => items),
        ),
    }),
  }),
});

export const { useBrowseFavoritesInfiniteQuery } = favoritesApi;
