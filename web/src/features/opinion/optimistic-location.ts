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
/** The shapes of a cached answer that contains locations. */
type Cached = Location | Page<Location> | { pages: ReadonlyArray<Page<Location>> };

/**
 * Shows a change of one location at once, wherever it is on screen, and reverts it if the server refuses. Both find
 * the location by its id, because positions in a list may change during the request.
 */
export async function withLocation(id: string, change: Change, lifecycle: Lifecycle): Promise<void> {
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
