import { useState } from 'react';

import type { QueueItem } from './item.ts';
import { useChoice, type Choice } from './use-choice.ts';
import type { Decisions } from './use-decisions.ts';
import type { Queue } from './use-queue.ts';
import { useQueueKeys } from './use-queue-keys.ts';

/** What somebody who reviews a queue does, by mouse and by key. */
export interface Review {
  readonly choice: Choice;
  readonly approve: (items: readonly QueueItem[]) => void;
  /** Opens the dialog that asks for a reason. */
  readonly askReason: (items: readonly QueueItem[]) => void;
  readonly reject: (reason: string | null) => void;
  /** The items that a reason is asked for. */
  readonly rejecting: readonly QueueItem[];
  readonly open: 'reason' | 'story' | 'help' | null;
  readonly show: (dialog: 'reason' | 'story' | 'help' | null) => void;
}

export function useReview(queue: Queue, decisions: Decisions): Review {
  const choice = useChoice(queue);
  const { chosen, selected } = choice;
  const [rejecting, setRejecting] = useState<readonly QueueItem[]>([]);
  const [open, show] = useState<Review['open']>(null);

  const approve = (items: readonly QueueItem[]) => {
    if (items.length === 0) return;
    show(null);
    // One with conflicts stays in the list while it is asked about.
    if (!items.some(hasConflicts)) choice.moveOn(items);
    decisions.decide(queue, items, { verdict: 'approve' });
  };
  const askReason = (items: readonly QueueItem[]) => {
    if (items.length === 0) return;
    setRejecting(items);
    show('reason');
  };
  const reject = (reason: string | null) => {
    show(null);
    choice.moveOn(rejecting);
    decisions.decide(queue, rejecting, { verdict: 'reject', reason });
  };
  const concerned = selected.length > 0 ? selected : chosen ? [chosen] : [];
  useQueueKeys({
    j: () => choice.move(1),
    k: () => choice.move(-1),
    a: () => approve(concerned),
    r: () => askReason(concerned),
    u: decisions.undo,
    '?': () => show('help'),
  });
  return { choice, approve, askReason, reject, rejecting, open, show };
}

const hasConflicts = (item: QueueItem): boolean =>
  item.kind === 'edit' && Object.keys(item.edit.conflicts).length > 0;
