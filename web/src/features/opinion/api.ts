import type { Location } from '#contracts/location/views';

import { api } from '../../lib/api.ts';
import { withLocation } from './optimistic-location.ts';

export const opinionApi = api.injectEndpoints({
  endpoints: (build) => ({
    rate: build.mutation<Location, { id: string; rating: number }>({
      query: ({ id, rating }) => ({ url: `/api/locations/${id}/rating`, method: 'PUT', body: { rating } }),
      onQueryStarted: ({ id, rating }, context) =>
        withLocation(id, (location) => ({ ...location, myRating: rating }), context),
      invalidatesTags: (_location, _error, { id }) => [{ type: 'Location', id }, 'Trending'],
    }),
    favorite: build.mutation<Location, string>({
      query: (id) => ({ url: `/api/locations/${id}/favorite`, method: 'PUT' }),
      onQueryStarted: (id, context) => withLocation(id, (location) => hearted(location, true), context),
      invalidatesTags: (_location, _error, id) => [{ type: 'Location', id }, 'Trending'],
    }),
    unfavorite: build.mutation<null, string>({
      query: (id) => ({ url: `/api/locations/${id}/favorite`, method: 'DELETE' }),
      onQueryStarted: (id, context) => withLocation(id, (location) => hearted(location, false), context),
      invalidatesTags: (_answer, _error, id) => [{ type: 'Location', id }, 'Trending'],
    }),
  }),
});

function hearted(location: Location, isFavorite: boolean): Location {
  if ((location.isFavorite ?? false) === isFavorite) return location;
  return { ...location, isFavorite, favoriteCount: location.favoriteCount + (isFavorite ? 1 : -1) };
}

export const { useRateMutation } = opinionApi;
