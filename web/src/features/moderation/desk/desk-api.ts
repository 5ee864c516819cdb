import type { Decisions } from '#contracts/moderation/commands';
import type { PersonForDesk } from '#contracts/account/views';
import type { Activity, BatchResult, Desk, QueueItem, QueueStory } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';

import { api, type Page } from '../../../lib/api.ts';
import { pagesOf } from '../../../lib/pages.ts';
import { toPage } from '../../../lib/wire.ts';

/** The tags that a decision may change: everything public, the queue, and the history. */
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

export const deskApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A page of the queue, by its path. It has no tags: messages of the socket trigger refetches and keep the rows
     * current.
     */
    readQueue: build.query<Page<QueueItem>, string>({
      query: (path) => path,
      transformResponse: (items: QueueItem[], meta) => toPage(items, meta),
    }),
    getStory: build.query<QueueStory, { readonly kind: QueueKind; readonly id: string }>({
      query: ({ kind, id }) => `/api/admin/queue/${kind}/${id}`,
      providesTags: (_story, _error, { id }) => [{ type: 'History', id }],
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
  }),
});

export const {
  useReadQueueQuery,
  useGetStoryQuery,
  useGetDeskQuery,
  useDecideItemsMutation,
  useUndoBatchMutation,
  useBrowseActivityInfiniteQuery,
  useListActivityQuery,
  useBrowsePeopleInfiniteQuery,
  useGetPersonQuery,
  useChangeStandingMutation,
  useChangeRoleMutation,
} = deskApi;
