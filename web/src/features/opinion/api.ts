import type { ThunkDispatch } from '@reduxjs/toolkit';
import type { UnknownAction } from 'redux';

import type { Location } from '#contracts/location/views';

import { api, type Page } from '../../lib/api.ts';
import type { RootState } from '../../lib/store.ts';

interface Lifecycle {
  readonly dispatch: ThunkDispatch<RootState, unknown, UnknownAction>;
  readonly getState: () => unknown;
  readonly queryFulfilled: Promise<unknown>;
}
type Change = (location: Location) => Location;
/** The shapes of a cached response that contains locations. */
type Cached = Location | Page<Location> | { pages: ReadonlyArray<Page<Location>> };

/**
 * Shows a change of one location at once, wherever it is on screen, and reverts it if the server refuses. Both find
 * the location by its id, because positions in a list may change during the request.
 */
async function withLocation(id: string, change: Change, lifecycle: Lifecycle): Promise<void> {
  const { dispatch, getState, queryFulfilled } = lifecycle;
  let before: Location | undefined;
  const apply = (how: Change) => {
    const entries = api.util.selectInvalidatedBy(getState() as RootState, [{ type: 'Location', id }]);
    for (const { endpointName, originalArgs } of entries) {
      const update = (cached: Cached): Cached => changed(cached, id, how);
      // The cache itself gives the endpoints' names and arguments, so their types are unknown here.
      dispatch(api.util.updateQueryData(endpointName as never, originalArgs as never, update as never));
    }
  };
  apply((location) => {
    before ??= location;
    return change(location);
  });
  try {
    await queryFulfilled;
  } catch {
    // Restores the old values; the caller informs the person.
    const { myRating = null, isFavorite = null, favoriteCount = 0 } = before ?? {};
    if (before) apply((location) => ({ ...location, myRating, isFavorite, favoriteCount }));
  }
}

function changed(cached: Cached, id: string, how: Change): Cached {
  if ('pages' in cached) return { ...cached, pages: cached.pages.map((page) => inPage(page, id, how)) };
  if ('items' in cached) return inPage(cached, id, how);
  return cached.id === id ? how(cached) : cached;
}

const inPage = (page: Page<Location>, id: string, how: Change): Page<Location> => ({
  ...page,
  items: page.items.map((item) => (item.id === id ? how(item) : item)),
});

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
      invalidatesTags: (_response, _error, id) => [{ type: 'Location', id }, 'Trending'],
    }),
  }),
});

function hearted(location: Location, isFavorite: boolean): Location {
  if ((location.isFavorite ?? false) === isFavorite) return location;
  return { ...location, isFavorite, favoriteCount: location.favoriteCount + (isFavorite ? 1 : -1) };
}

export const { useRateMutation } = opinionApi;
