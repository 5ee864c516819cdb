import { useReducer, useState } from 'react';

import { useListQueueQuery } from './api.ts';
import type { QueueItem, QueueKind } from './item.ts';
import { emptyQueue, queueReducer, type QueueAction, type QueueState } from './queue-state.ts';

export interface Queue {
  readonly kind: QueueKind;
  readonly state: QueueState<QueueItem>;
  readonly act: (action: QueueAction<QueueItem>) => void;
  readonly loading: boolean;
  /** No answer has come, and none is on its way. */
  readonly failed: boolean;
  readonly refetch: () => void;
}

/** One queue of the dashboard, kept up to date by the socket; asked for only when `skip` is false. */
export function useQueue(kind: QueueKind, skip: boolean): Queue {
  const { data, isLoading, isError, refetch } = useListQueueQuery(kind, { skip });
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
    loading: isLoading || (!skip && seen === undefined && !isError),
    failed: isError && data === undefined,
    refetch: () => void refetch(),
  };
}
