import type { Location } from '#contracts/location/views';

import { api, type Page } from '../../lib/api.ts';
import type { Dispatch } from '../../lib/store.ts';

/** What one press says: a rating, or a heart given or taken back. */
export type Opinion = { readonly myRating: number } | { readonly isFavorite: boolean };

/** The shapes of a cached response that contains locations. */
type Cached = Location | Page<Location> | { pages: ReadonlyArray<Page<Location>> };

const { giveOpinion } = api.injectEndpoints({
  endpoints: (build) => ({
    giveOpinion: build.mutation<Location | null, { id: string; opinion: Opinion }>({
      query: ({ id, opinion }) =>
        'myRating' in opinion
          ? { url: `/api/locations/${id}/rating`, method: 'PUT', body: { rating: opinion.myRating } }
          : { url: `/api/locations/${id}/favorite`, method: opinion.isFavorite ? 'PUT' : 'DELETE' },
      invalidatesTags: ['Trending', { type: 'Location', id: 'FAVORITES' }],
    }),
  }),
}).endpoints;

/**
 * Saves the viewer's opinion of a location, and shows the response wherever the location is on screen.
 *
 * @throws the server's refusal
 */
export async function sendOpinion(dispatch: Dispatch, id: string, opinion: Opinion): Promise<void> {
  const saved = await dispatch(giveOpinion.initiate({ id, opinion }, { track: false })).unwrap();
  dispatch((_, getState) => {
    const entries = api.util.selectInvalidatedBy(getState(), [{ type: 'Location', id }]);
    for (const { endpointName, originalArgs } of entries) {
      // Found by its id, because positions in a list may have changed during the request.
      const update = (cached: Cached): Cached => changed(cached, id, saved ?? opinion);
      // The cache itself gives the endpoints' names and arguments, so their types are unknown here.
      dispatch(api.util.updateQueryData(endpointName as never, originalArgs as never, update as never));
    }
  });
}

function changed(cached: Cached, id: string, change: Partial<Location>): Cached {
  if ('pages' in cached) return { ...cached, pages: cached.pages.map((page) => inPage(page, id, change)) };
  if ('items' in cached) return inPage(cached, id, change);
  return cached.id === id ? { ...cached, ...change } : cached;
}

const inPage = (page: Page<Location>, id: string, change: Partial<Location>): Page<Location> => ({
  ...page,
  items: page.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
});
