import type { CreateLocation, UpdateLocation } from '#contracts/location/commands';
import { cityLocations } from '#contracts/page-sizes';
import type { PendingEdit, Location } from '#contracts/location/views';
import type { BestTimeSlug, Category } from '#contracts/location/words';
import type { Status } from '#contracts/shared/statuses';

import { api, listTags, type Page } from '../../lib/api.ts';
import { itemsOf, pagesOf } from '../../lib/pages.ts';
import { toPage } from '../../lib/wire.ts';

export interface LocationListQuery {
  readonly search?: string;
  readonly category?: Category;
  /** A city's id. */
  readonly city?: string;
  readonly minRating?: number;
  /** A person's id. */
  readonly addedBy?: string;
  /** Any of these options. */
  readonly bestTime?: readonly BestTimeSlug[];
  /** Filters for places that are good now, by the sun at each place. */
  readonly light?: 'now';
  /** The best rated first; only in a city, and without a search or `light`. */
  readonly sort?: 'rating';
  /** West, south, east, north. */
  readonly bbox?: string;
  readonly limit?: number;
  /** The start of the page in the list, from 1. */
  readonly page?: number;
}

/** The outcome of an edit: whether it applied at once or waits for a moderator. */
interface LocationUpdate {
  readonly applied: boolean;
  /** The status of the location, or of the edit if it waits for a moderator. */
  readonly status: Status;
}

const locationAndLists = (id: string) => [
  { type: 'Location' as const, id },
  { type: 'Location' as const, id: 'LIST' },
  'Trending' as const,
  'City' as const,
  'Stats' as const,
  'Queue' as const,
  'Submission' as const,
];

export const locationApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLocations: build.query<Page<Location>, LocationListQuery | void>({
      query: (params) => ({ url: '/api/locations', params: { ...params } }),
      transformResponse: (items: Location[], meta) => toPage(items, meta),
      providesTags: (page) => listTags('Location', page?.items),
    }),
    /** The same list, page by page, for 'Show more'. */
    browseLocations: build.infiniteQuery<Page<Location>, LocationListQuery, string | null>({
      ...pagesOf<Location, LocationListQuery>((query) => ({
        url: '/api/locations',
        params: { limit: cityLocations, ...query },
      })),
      providesTags: (data) => listTags('Location', itemsOf(data)),
    }),
    listTrending: build.query<Page<Location>, { limit?: number } | void>({
      query: (params) => ({ url: '/api/locations/trending', params: { ...params } }),
      transformResponse: (items: Location[], meta) => toPage(items, meta),
      providesTags: (page) => ['Trending', ...listTags('Location', page?.items)],
    }),
    getLocation: build.query<Location, string>({
      query: (id) => `/api/locations/${encodeURIComponent(id)}`,
      providesTags: (_location, _error, id) => [{ type: 'Location', id }],
    }),
    createLocation: build.mutation<Location, CreateLocation>({
      query: (body) => ({ url: '/api/locations', method: 'POST', body }),
      invalidatesTags: (location) => (location ? locationAndLists(location.id) : []),
    }),
    updateLocation: build.mutation<LocationUpdate, UpdateLocation & { id: string }>({
      query: ({ id, ...body }) => ({ url: `/api/locations/${id}`, method: 'PUT', body }),
      transformResponse: (response: Location | PendingEdit, meta): LocationUpdate => ({
        // 202 answers with the edit, which is already approved if the person is trusted.
        applied: meta?.status !== 202 || response.status === 'approved',
        status: response.status,
      }),
      invalidatesTags: (_update, _error, { id }) => [...locationAndLists(id), 'History'],
    }),
    deleteLocation: build.mutation<null, string>({
      query: (id) => ({ url: `/api/locations/${id}`, method: 'DELETE' }),
      // Not the location itself: its dialog is about to close, and would fetch a deleted location.
      invalidatesTags: (_response, error) =>
        error ? [] : [{ type: 'Location', id: 'LIST' }, 'Trending', 'City', 'Stats', 'Queue'],
    }),
    withdrawLocation: build.mutation<Location, string>({
      query: (id) => ({ url: `/api/locations/${id}/withdraw`, method: 'POST' }),
      invalidatesTags: (_location, _error, id) => locationAndLists(id),
    }),
  }),
});

export const {
  useListLocationsQuery,
  useBrowseLocationsInfiniteQuery,
  useListTrendingQuery,
  useGetLocationQuery,
  useCreateLocationMutation,
  useUpdateLocationMutation,
  useDeleteLocationMutation,
  useWithdrawLocationMutation,
} = locationApi;
