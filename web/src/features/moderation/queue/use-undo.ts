import { useCallback, useRef } from 'react';

import type { QueueItem } from '#contracts/views/queue';

import { messageOf } from '../../../app/session-calls.ts';
import { toast } from '../../../ui/toast.ts';
import { useUndoBatchMutation } from '../desk-api.ts';
import { whatOf } from '../kind-words.ts';
import type { QueueAction } from './queue-state.ts';
import { keyOf } from './rows.ts';

/** The list on the screen, to which returned items are added. */
export interface Shown {
  readonly act: (action: QueueAction<QueueItem>) => void;
  readonly wants: (item: QueueItem) => boolean;
}

/** What one request has decided. */
export interface Batch {
  readonly batchId: string;
  readonly items: readonly QueueItem[];
}

/** A decision made here: what went through once it is answered, and from then on what is not undone yet. */
export interface Made {
  batches: Promise<readonly Batch[]>;
  isUndoAsked: boolean;
}

interface Undo {
  /** Adds a decision as soon as it is made, so that an undo finds it before it is answered. */
  readonly remember: (batches: Promise<readonly Batch[]>) => Made;
  /** Undoes this decision once it is answered. */
  readonly undo: (made: Made) => void;
  /** Undoes the latest decision, then the one before it. */
  readonly undoLatest: () => void;
}

/** The decisions made here that can be undone. One whose undo fails can be undone again. */
export function useUndo(shown: { readonly current: Shown | null }): Undo {
  const decisions = useRef<readonly Made[]>([]);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const takeBack = useTakeBack(shown);

  const keep = useCallback(async (made: Made) => {
    const { length } = await made.batches;
    if (length === 0) decisions.current = decisions.current.filter((each) => each !== made);
  }, []);
  const remember = useCallback<Undo['remember']>(
    (batches) => {
      const made = { batches, isUndoAsked: false };
      decisions.current = [...decisions.current, made];
      void keep(made);
      return made;
    },
    [keep],
  );
  const undo = useCallback<Undo['undo']>(
    (made) => {
      if (made.isUndoAsked) return;
      made.isUndoAsked = true;
      turn.current = turn.current.then(async () => {
        made.batches = takeBack(await made.batches);
        await keep(made);
        made.isUndoAsked = false;
      });
    },
    [keep, takeBack],
  );
  const undoLatest = useCallback(() => {
    const latest = decisions.current.findLast(({ isUndoAsked }) => !isUndoAsked);
    if (latest !== undefined) undo(latest);
    else toast({ title: 'Nothing more to take back here', text: 'Activity goes back 30 days.' });
  }, [undo]);
  return { remember, undo, undoLatest };
}

/**
 * Makes decided items wait again, and returns them to the list on the screen if they belong there. Resolves to the
 * batches that could not be undone.
 */
function useTakeBack(shown: {
  readonly current: Shown | null;
}): (batches: readonly Batch[]) => Promise<readonly Batch[]> {
  const [undoBatch] = useUndoBatchMutation();
  return useCallback(
    async (batches) => {
      const left = [...batches];
      const refused = new Map<string, string>();
      const answered: QueueItem[] = [];
      const since = Date.now();
      let failure: string | null = null;
      for (const { batchId, items } of batches.toReversed()) {
        const { data, error } = await undoBatch(batchId);
        if (data === undefined) {
          failure = messageOf(error, 'Please try again.');
          break;
        }
        left.pop();
        answered.push(...items);
        for (const { result, message, ...each } of data.results)
          if (result === 'refused') refused.set(keyOf(each), message ?? 'It was decided again since.');
      }
      const back = answered.filter((item) => !refused.has(keyOf(item)));
      const list = shown.current;
      const items = back.filter((item) => list?.wants(item));
      if (items.length > 0) list?.act({ type: 'returned', items, choose: true, since, at: Date.now() });
      const kept = batches.flatMap((batch) => batch.items).filter((item) => !back.includes(item));
      const [why] = refused.values();
      if (kept.length > 0) {
        const text = failure ?? why ?? 'Please try again.';
        toast({ title: `Not taken back: ${whatOf(kept)}`, text, variant: 'destructive' });
      } else if (back.length > 0) toast({ title: `Waiting again: ${whatOf(back)}` });
      return left;
    },
    [shown, undoBatch],
  );
}
