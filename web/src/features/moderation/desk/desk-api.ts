import type { PersonForDesk } from '#contracts/account/views';
import type { City, CityForReview } from '#contracts/city/views';
import type { Location, LocationForReview } from '#contracts/location/views';
import type { CityAt, LocationAt, MomentsCompared } from '#contracts/moderation/moments';
import type { Decisions, MergeLocation } from '#contracts/moderation/commands';
import type {
  HistoryEntry,
  Activity,
  BatchResult,
  Desk,
  QueueGroup,
  QueueItem,
  QueueDetail,
} from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';

import { api, type Page } from '../../../lib/api.ts';
import { pagesOf } from '../../../lib/pages.ts';
import { toPage } from '../../../lib/wire.ts';

/** The tags that a decision invalidates: everything public, the queue, and the history. */
const afterDecisions = ['Queue', 'History', 'Stats', 'City', 'Location', 'Photo', 'Trending'] as const;

export interface PeopleQuery {
  readonly search?: string;
  readonly filter?: string;
}
export interface ActivityQuery {
  readonly actor?: string;
  readonly entityType?: string;
  readonly entityId?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

export type Standing = 'trust' | 'untrust' | 'block' | 'unblock';

/** Entities that have a history and can be reopened and restored. */
export type ManagedKind = 'city' | 'location';

interface Target {
  readonly kind: ManagedKind;
  readonly id: string;
}

export interface ManagedQuery {
  readonly kind: ManagedKind;
  readonly search?: string;
  readonly status?: string;
}

const folders = { city: 'cities', location: 'locations' } as const;
export const adminPath = ({ kind, id }: Target): string => `/api/admin/${folders[kind]}/${id}`;

/** Entries of a history on one page. */
const historyPage = 50;
/** Rows of a manage tab on one page. */
const managedPage = 25;

const afterDecision = (_response: unknown, _error: unknown, { kind, id }: Target) => [
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

export const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A page of the queue, by its path. It has no tags, because messages from the socket trigger refetches and update
     * the rows.
     */
    readQueue: build.query<Page<QueueItem>, string>({
      query: (path) => path,
      transformResponse: (items: QueueItem[], meta) => toPage(items, meta),
    }),
    getDetail: build.query<QueueDetail, { readonly kind: QueueKind; readonly id: string }>({
      query: ({ kind, id }) => `/api/admin/queue/${kind}/${id}`,
      providesTags: (_story, _error, { id }) => [{ type: 'History', id }],
    }),
    listGroups: build.query<readonly QueueGroup[], void>({
      query: () => '/api/admin/queue/groups',
      providesTags: ['Queue'],
    }),
    getDesk: build.query<Desk, void>({ query: () => '/api/admin/desk', providesTags: ['Queue'] }),
    decideItems: build.mutation<BatchResult, Decisions>({
      query: (body) => ({ url: '/api/admin/decisions', method: 'POST', body }),
      invalidatesTags: [...afterDecisions],
    }),
    undoBatch: build.mutation<BatchResult, string>({
      query: (batchId) => ({ url: `/api/admin/batches/${batchId}/undo`, method: 'POST' }),
      invalidatesTags: [...afterDecisions],
    }),
    browseActivity: build.infiniteQuery<Page<Activity>, ActivityQuery, string | null>({
      ...pagesOf<Activity, ActivityQuery>((query) => ({
        url: '/api/admin/activity',
        params: { limit: 50, ...query },
      })),
      providesTags: ['Queue'],
    }),
    listActivity: build.query<readonly Activity[], ActivityQuery>({
      query: (params) => ({ url: '/api/admin/activity', params: { ...params } }),
      providesTags: ['Queue'],
    }),
    browsePeople: build.infiniteQuery<Page<PersonForDesk>, PeopleQuery, string | null>({
      ...pagesOf<PersonForDesk, PeopleQuery>((query) => ({
        url: '/api/admin/people',
        params: { limit: 50, ...query },
      })),
      providesTags: ['Account', 'Queue'],
    }),
    getPerson: build.query<PersonForDesk, string>({
      query: (id) => `/api/admin/people/${id}`,
      providesTags: (_person, _error, id) => [{ type: 'Account', id }, 'Queue'],
    }),
    changeStanding: build.mutation<
      PersonForDesk,
      { readonly id: string; readonly to: Standing; readonly reason: string | null }
    >({
      query: ({ id, to, reason }) => ({
        url: `/api/admin/people/${id}/${to}`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: ['Account', 'Queue'],
    }),
    changeRole: build.mutation<PersonForDesk, { readonly id: string; readonly role: 'user' | 'moderator' }>({
      query: ({ id, role }) => ({ url: `/api/admin/people/${id}/role`, method: 'PUT', body: { role } }),
      invalidatesTags: ['Account', 'Queue'],
    }),
    reopen: build.mutation<City | Location, { readonly kind: ManagedKind; readonly id: string }>({
      query: (target) => ({ url: `${adminPath(target)}/reopen`, method: 'POST' }),
      invalidatesTags: afterDecision,
    }),
    restore: build.mutation<
      City | Location,
      { readonly kind: ManagedKind; readonly id: string; readonly revision?: number }
    >({
      query: ({ revision, ...target }) => ({
        url: `${adminPath(target)}/restore`,
        method: 'POST',
        ...(revision === undefined ? {} : { body: { revision } }),
      }),
      invalidatesTags: afterDecision,
    }),
    mergeLocation: build.mutation<{ readonly batchId: string }, MergeLocation & { readonly id: string }>({
      query: ({ id, ...body }) => ({
        url: `${adminPath({ kind: 'location', id })}/merge`,
        method: 'POST',
        body,
      }),
      transformResponse: (_location: Location, meta) => ({ batchId: meta?.requestId ?? '' }),
      invalidatesTags: (_response, error) => (error ? [] : [...afterDecisions]),
    }),
    /** All cities or locations, of any status, page by page. */
    browseManaged: build.infiniteQuery<Page<CityForReview | LocationForReview>, ManagedQuery, string | null>({
      ...pagesOf<CityForReview | LocationForReview, ManagedQuery>(({ kind, ...params }) => ({
        url: `/api/admin/${folders[kind]}`,
        params: { ...params, limit: managedPage },
      })),
      providesTags: ['Queue', { type: 'City', id: 'LIST' }, { type: 'Location', id: 'LIST' }],
    }),
    /** A city or location as it was after the event at a position; this never changes. */
    getAt: build.query<CityAt | LocationAt, Target & { readonly position: string }>({
      query: ({ position, ...target }) => ({ url: `${adminPath(target)}/at`, params: { position } }),
    }),
    compareMoments: build.query<MomentsCompared, Target & { readonly from: string; readonly to: string }>({
      query: ({ from, to, ...target }) => ({ url: `${adminPath(target)}/compare`, params: { from, to } }),
    }),
    /** The entries of a history, newest first, page by page. */
    browseHistory: build.infiniteQuery<Page<HistoryEntry>, Target, string | null>({
      ...pagesOf<HistoryEntry, Target>((query) => ({
        url: `${adminPath(query)}/history`,
        params: { sort: 'newest', limit: historyPage },
      })),
      providesTags: (_response, _error, { id }) => ['Queue', { type: 'History', id }],
    }),
  }),
});

export const {
  useReadQueueQuery,
  useGetDetailQuery,
  useListGroupsQuery,
  useGetDeskQuery,
  useUndoBatchMutation,
  useBrowseActivityInfiniteQuery,
  useListActivityQuery,
  useBrowsePeopleInfiniteQuery,
  useGetPersonQuery,
  useChangeStandingMutation,
  useChangeRoleMutation,
  useMergeLocationMutation,
  useReopenMutation,
  useRestoreMutation,
  useBrowseManagedInfiniteQuery,
  useBrowseHistoryInfiniteQuery,
  useGetAtQuery,
  useCompareMomentsQuery,
} = deskApi;
