import type { City, CityForReview } from '#contracts/city/views';
import type { Location, LocationForReview } from '#contracts/location/views';
import type { HistoryEntry } from '#contracts/moderation/views';

import { api, type Page } from '../../../lib/api.ts';
import { pagesOf } from '../../../lib/pages.ts';
import { toPage } from '../../../lib/wire.ts';

/** Entities that have a history and can be reopened and restored. */
export type ManagedKind = 'city' | 'location';

interface Target {
  readonly kind: ManagedKind;
  readonly id: string;
}

export interface ManagedQuery {
  readonly search?: string;
  readonly status?: string;
  /** The path of a later page, from the answer before it. */
  readonly path?: string;
}

const folders = { city: 'cities', location: 'locations' } as const;
const pathOf = ({ kind, id }: Target): string => `/api/admin/${folders[kind]}/${id}`;

/** How many entries of a history are read at once. */
const historyPage = 50;
/** How many rows a manage tab shows at once. */
const managedPage = 25;
const managedUrl = (kind: ManagedKind, { search, status, path }: ManagedQuery) =>
  path !== undefined
    ? { url: path }
    : { url: `/api/admin/${folders[kind]}`, params: { search, status, limit: managedPage } };

const afterDecision = (_answer: unknown, _error: unknown, { kind, id }: Target) => [
  { type: 'Queue' as const },
  { type: 'History' as const, id },
  { type: 'Stats' as const },
  ...(kind === 'city'
    ? [{ type: 'City' as const }]
    : [
        { type: 'Location' as const, id: 'LIST' },
        { type: 'Location' as const, id },
        { type: 'City' as const },
      ]),
];

export const manageApi = api.injectEndpoints({
  endpoints: (build) => ({
    reopen: build.mutation<City | Location, { readonly kind: ManagedKind; readonly id: string }>({
      query: (target) => ({ url: `${pathOf(target)}/reopen`, method: 'POST' }),
      invalidatesTags: afterDecision,
    }),
    restore: build.mutation<
      City | Location,
      { readonly kind: ManagedKind; readonly id: string; readonly revision?: number }
    >({
      query: ({ revision, ...target }) => ({
        url: `${pathOf(target)}/restore`,
        method: 'POST',
        ...(revision === undefined ? {} : { body: { revision } }),
      }),
      invalidatesTags: afterDecision,
    }),
    listAllCities: build.query<Page<CityForReview>, ManagedQuery>({
      query: (query) => managedUrl('city', query),
      transformResponse: (items: CityForReview[], meta) => toPage(items, meta),
      providesTags: ['Queue', { type: 'City', id: 'LIST' }],
    }),
    listAllLocations: build.query<Page<LocationForReview>, ManagedQuery>({
      query: (query) => managedUrl('location', query),
      transformResponse: (items: LocationForReview[], meta) => toPage(items, meta),
      providesTags: ['Queue', { type: 'Location', id: 'LIST' }],
    }),
    /** From the latest entry back, page by page. */
    browseHistory: build.infiniteQuery<Page<HistoryEntry>, Target, string | null>({
      ...pagesOf<HistoryEntry, Target>((query) => ({
        url: `${pathOf(query)}/history`,
        params: { sort: 'newest', limit: historyPage },
      })),
      providesTags: (_answer, _error, { id }) => ['Queue', { type: 'History', id }],
    }),
  }),
});

export const {
  useReopenMutation,
  useRestoreMutation,
  useListAllCitiesQuery,
  useListAllLocationsQuery,
  useBrowseHistoryInfiniteQuery,
} = manageApi;
