import { useEffect } from 'react';

import type { QueueItem } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';

import type { Page } from '../../../lib/api.ts';
import { reportFailure } from '../../../lib/session-calls.ts';
import { useAppDispatch } from '../../../lib/store.ts';
import { deskApi, useGetDeskQuery, useReadQueueQuery } from '../desk/desk-api.ts';
import { everything, queuePath } from '../review/filter.ts';
import { useDecisions } from '../review/decisions.ts';

/** The kinds that are declined, and the kinds that are removed. */
export const sentKinds: readonly QueueKind[] = ['city', 'location', 'edit'];
export const photoKinds: readonly QueueKind[] = ['photo'];

const filterOf = (submitter: string, kinds: readonly QueueKind[]) => ({ ...everything, submitter, kinds });

/** How many photos of this person are not reviewed; 0 until that is known. */
export function usePhotosOf(personId: string): number {
  const { startedTimeStamp } = useGetDeskQuery();
  const { data, refetch, isUninitialized } = useReadQueueQuery(queuePath(filterOf(personId, photoKinds), 1), {
    refetchOnMountOrArgChange: true,
  });
  // The desk's numbers are refetched whenever something may have changed; this number is refetched with them.
  useEffect(() => {
    if (!isUninitialized) void refetch();
  }, [isUninitialized, refetch, startedTimeStamp]);
  return Number.parseInt(data?.total ?? '0', 10);
}

interface QueryResult {
  readonly data?: Page<QueueItem> | undefined;
  readonly error?: unknown;
}

/** Declines or removes everything of these kinds that this person has in the queue, as one decision with one undo. */
export function useRejectAll(
  personId: string,
): (kinds: readonly QueueKind[], reason: string | null) => Promise<void> {
  const dispatch = useAppDispatch();
  const { decide } = useDecisions();
  return async (kinds, reason) => {
    const items: QueueItem[] = [];
    for (let path: string | null = queuePath(filterOf(personId, kinds), 500); path !== null;) {
      const options = { forceRefetch: true, subscribe: false } as const;
      const response: QueryResult = await dispatch(deskApi.endpoints.readQueue.initiate(path, options));
      if (response.data === undefined)
        return reportFailure(response.error, 'What is theirs could not be read.');
      items.push(...response.data.items);
      path = response.data.next;
    }
    if (items.length > 0) await decide(items, { decision: 'reject', reason });
  };
}
