import type { City, CityForReview } from '#contracts/views/city';
import type { EditForReview, PendingEdit } from '#contracts/views/edit';
import type { Location, LocationForReview } from '#contracts/views/location';
import type { HistoryEntry } from '#contracts/views/other';

import { api, type Page } from '../../app/api.ts';
import { toPage } from '../../app/wire.ts';
import { cityItem, editItem, locationItem, type QueueItem, type QueueKind } from './item.ts';

/** What is decided on; for an edit, `id` is its location's. */
export type Target =
  | { readonly kind: 'city' | 'location'; readonly id: string }
  | { readonly kind: 'edit'; readonly id: string; readonly editId: string };

export type Decision =
  | { readonly verdict: 'approve'; readonly force?: boolean }
  | { readonly verdict: 'reject'; readonly reason: string | null };

/** Entities that have a history, are reopened and restored. */
export type ManagedKind = 'city' | 'location';

export interface ManagedQuery {
  readonly search?: string;
  readonly status?: string;
  /** Path of a later page, as the one before it gave. */
  readonly path?: string;
}

const folders = { city: 'cities', location: 'locations' } as const;
const pathOf = (target: Target): string =>
  target.kind === 'edit'
    ? `/api/admin/locations/${target.id}/edits/${target.editId}`
    : `/api/admin/${folders[target.kind]}/${target.id}`;

/** How many rows a manage tab shows at once. */
export const managedPage = 25;
const managedUrl = (kind: ManagedKind, { search, status, path }: ManagedQuery) =>
  path !== undefined
    ? { url: path }
    : { url: `/api/admin/${folders[kind]}`, params: { search, status, limit: managedPage } };

const afterDecision = (_answer: unknown, _error: unknown, { kind, id }: { kind: QueueKind; id: string }) => [
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

type Entity = City | Location | PendingEdit;

export const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    listQueue: build.query<Page<QueueItem>, QueueKind>({
      query: (kind) => `/api/admin/pending-${kind === 'edit' ? 'edits' : folders[kind]}`,
      transformResponse: (answer: unknown, meta, kind) => toPage(itemsOf(kind, answer), meta),
      providesTags: ['Queue'],
    }),
    decide: build.mutation<Entity, { readonly target: Target; readonly decision: Decision }>({
      query: ({ target, decision }) => ({
        url: `${pathOf(target)}/${decision.verdict}`,
        method: 'POST',
        body: bodyOf(decision),
      }),
      invalidatesTags: (answer, error, { target }) => afterDecision(answer, error, target),
    }),
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
    listHistory: build.query<readonly HistoryEntry[], { readonly kind: ManagedKind; readonly id: string }>({
      query: (target) => `${pathOf(target)}/history`,
      providesTags: (_answer, _error, { id }) => ['Queue', { type: 'History', id }],
    }),
  }),
});

export const {
  useListQueueQuery,
  useDecideMutation,
  useReopenMutation,
  useRestoreMutation,
  useListAllCitiesQuery,
  useListAllLocationsQuery,
  useListHistoryQuery,
} = moderationApi;

const bodyOf = (decision: Decision): object =>
  decision.verdict === 'reject'
    ? { reason: decision.reason }
    : decision.force === true
      ? { force: true }
      : {};

// The contract names each queue's rows; which queue was asked is known here alone.
function itemsOf(kind: QueueKind, answer: unknown): readonly QueueItem[] {
  switch (kind) {
    case 'city':
      return (answer as CityForReview[]).map(cityItem);
    case 'location':
      return (answer as LocationForReview[]).map(locationItem);
    case 'edit':
      return (answer as EditForReview[]).map(editItem);
  }
}

/** What a decision on this item is sent to. */
export const targetOf = (item: QueueItem): Target =>
  item.kind === 'edit'
    ? { kind: 'edit', id: item.edit.entityId, editId: item.edit.id }
    : { kind: item.kind, id: item.id };
