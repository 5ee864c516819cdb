import { useReducer, useState } from 'react';

import { useListQueueQuery } from './api.ts';
import type { QueueItem, QueueKind } from './item.ts';
import { emptyQueue, queueReducer, type QueueAction, type QueueState } from './queue-state.ts';

export interface Queue {
  readonly kind: QueueKind;
  readonly state: QueueState<QueueItem>;
  readonly act: (action: QueueAction<QueueItem>) => void;
  /** How many the last answer held; null before the first. */
  readonly count: number | null;
  readonly loading: boolean;
  /** No answer has come, and the last question failed; also while it is asked again, so that nothing flickers. */
  readonly failed: boolean;
  readonly refetch: () => PromiseLike<unknown>;
}

/** One queue of the dashboard, kept up to date by the socket. */
export function useQueue(kind: QueueKind): Queue {
  const { data, isLoading, error, refetch } = useListQueueQuery(kind);
  const [state, act] = useReducer(queueReducer<QueueItem>, undefined, emptyQueue<QueueItem>);
  const [seen, setSeen] = useState<typeof data>(undefined);
  if (data !== undefined && data !== seen) {
    setSeen(data);
    act({ type: 'answered', items: data.items });
  }
  return {
    kind,
    state,
    act,
    count: data?.items.length ?? null,
    loading: isLoading,
    failed: error !== undefined && data === undefined,
    refetch,
  };
}
