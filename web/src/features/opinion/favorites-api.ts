import { favoritesMost } from '#contracts/page-sizes';
import type { Location } from '#contracts/location/views';

import { api, listTags, type Page } from '../../lib/api.ts';
import { itemsOf, pagesOf } from '../../lib/pages.ts';

const favoritesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The viewer's own favourites, newest first, page by page. */
    browseFavorites: build.infiniteQuery<Page<Location>, void, string | null>({
      ...pagesOf<Location, void>(() => ({ url: '/api/favorites', params: { limit: favoritesMost } })),
      providesTags: (data) => listTags('Location', itemsOf(data)),
    }),
  }),
});

export const { useBrowseFavoritesInfiniteQuery } = favoritesApi;
