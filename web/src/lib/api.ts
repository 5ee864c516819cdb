import { createApi } from '@reduxjs/toolkit/query/react';

import { wireQuery } from './wire.ts';

export type { ApiError, Page } from './wire.ts';

export const tagTypes = [
  'City',
  'Location',
  'Trending',
  'Photo',
  'Stats',
  'Queue',
  'History',
  'Submission',
  'Account',
  'List',
  'Reasons',
  'Note',
] as const;

/** Tags that match every cached response. */
export const everyTag = tagTypes.map((type) => ({ type }));

const oneHour = 3600;

/** The one client of the API; each feature injects its own calls. No timer and no window focus causes a refetch. */
export const api = createApi({
  reducerPath: 'api',
  tagTypes,
  baseQuery: wireQuery,
  keepUnusedDataFor: oneHour,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  endpoints: () => ({}),
});

/** Tags of a list: the list itself and each of its items. */
export function listTags<T extends (typeof tagTypes)[number]>(
  type: T,
  items: ReadonlyArray<{ readonly id: string }> | undefined,
) {
  return [{ type, id: 'LIST' as const }, ...(items ?? []).map(({ id }) => ({ type, id }))];
}
