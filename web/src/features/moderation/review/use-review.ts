import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import type { DecisionItem } from '#contracts/moderation/commands';
import type { QueueItem } from '#contracts/moderation/views';

import { announce } from '../../../lib/announce.ts';
import { toast } from '../../../lib/toast.ts';
import type { Openable } from '../../../ui/dialog.tsx';
import { asksFirst } from '../desk/kind-words.ts';
import { isOnScreen, showRow } from '../desk/row-element.ts';
import { keyOf } from '../desk/rows.ts';
import { isWanted } from './filter.ts';
import { linesOf, waitingOf } from './lines.ts';
import { whyRowUnseen, whyUnseen } from './painted.ts';
import { concerned, mayDecide } from './queue-state.ts';
import { useDecisions, type Decisions, type Verdict } from './decisions.ts';
import type { Queue } from './use-queue.ts';

type Open =
  | { readonly is: 'reason'; readonly items: readonly QueueItem[]; readonly preset: number | null }
  | { readonly is: 'bulk'; readonly items: readonly QueueItem[] }
  | {
      readonly is: 'detail' | 'conflict' | 'city-first' | 'edit' | 'photo' | 'take-down';
      readonly item: QueueItem;
    }
  | { readonly is: 'help' };

/** What was viewed: the row, or the detail if it is on the screen. */
type Seen = 'row' | 'detail';

export type Review = ReturnType<typeof useReview>;

/** What every dialog of a review is told. */
export interface ReviewDialogProps extends Openable {
  readonly review: Review;
}

/** What a dialog about one item is told. */
export interface OfItemProps extends ReviewDialogProps {
  readonly item: QueueItem;
}

/** An item as the list has it now. */
export const itemNow = ({ queue }: Review, item: QueueItem): QueueItem =>
  queue.state.rows.find(({ key }) => key === keyOf(item))?.item ?? item;

/** What a reviewer does in a queue, by mouse and by key. */
export function useReview(queue: Queue) {
  const { state } = queue;
  const decisions = useDecisions();
  const [open, show] = useState<Open | null>(null);
  useShownList(queue, decisions);

  const row = state.rows.find(({ key }) => key === state.chosen);
  const chosen = row === undefined || row.gone !== null ? null : row.item;
  const { rows, inSets, opened } = state;
  const lines = useMemo(() => linesOf({ rows, inSets, opened }), [rows, inSets, opened]);
  const inLine = waitingOf(lines.find(({ key }) => key === state.chosen)?.rows ?? []);
  const selected = waitingOf(state.rows.filter(({ key }) => state.selected.has(key)));

  /** Decides with the input of a dialog. Resolves to the refused items. */
  const decide: Decisions['decide'] = (items, verdict, also) => {
    show(null);
    return decisions.decide(items, verdict, also);
  };
  /** Called by a button that has the item's name. Returns whether they were there to be seen. */
  const approve = (items: readonly QueueItem[], by: Seen = 'row'): boolean => {
    const [only] = items;
    if (only === undefined || !areSeen(items, 'approve', by)) return false;
    if (asksFirst(items)) show({ is: 'bulk', items });
    else if (items.length === 1 && only.flags.includes('conflict')) show({ is: 'conflict', item: only });
    else if (items.length === 1 && only.flags.includes('city-waits')) show({ is: 'city-first', item: only });
    else void decide(items, { decision: 'approve' });
    return true;
  };
  const askReason = (items: readonly QueueItem[], by: Seen = 'row', preset: number | null = null) => {
    if (items.length > 0 && areSeen(items, 'reject', by)) show({ is: 'reason', items, preset });
  };
  const ready = useReady(queue);
  const oncePainted = useOncePainted(state.chosen);
  return {
    queue,
    chosen,
    /** The photos of the chosen line, if it is a closed set of several. */
    set: inLine.length > 1 ? inLine : null,
    lines,
    selected,
    open,
    show,
    approve,
    askReason: (items: readonly QueueItem[], by?: Seen) => askReason(items, by),
    /** Called by a key: acts on what the bar names, once that has been seen. */
    approveByKey: () =>
      oncePainted(() => {
        if (ready()) approve(concerned(state), 'detail');
      }),
    askReasonByKey: (preset?: number) =>
      oncePainted(() => {
        if (ready()) askReason(concerned(state), 'detail', preset ?? null);
      }),
    /** For photos: approves all that are on the screen, by their keys. */
    approveAll: (keys: ReadonlySet<string>) => {
      if (!mayDecide(state, performance.now())) return;
      approve(waitingOf(state.rows.filter(({ key }) => keys.has(key))));
    },
    /** For a detail, with more than a plain yes or no; does nothing while the row is guarded. */
    settle: (item: QueueItem, verdict: Verdict, also?: readonly DecisionItem[]) => {
      if (!mayDecide(state, performance.now())) return;
      if (areSeen([item], verdict.decision, 'detail')) void decide([item], verdict, also);
    },
    decide,
  };
}

/** Has decided items leave this list, and return to it. */
function useShownList({ state, act, filter, refetch, restart }: Queue, { show }: Decisions): void {
  const { rows } = state;
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    const items = () => latest.current.map(({ item }) => item);
    show({ act, items, refetch, restart, wants: (item) => isWanted(filter, item) });
    return () => show(null);
  }, [act, filter, refetch, restart, show]);
}

/** Whether these have been seen as they are now; says why not. Several are decided by their rows. */
function areSeen(items: readonly QueueItem[], decision: Verdict['decision'], by: Seen): boolean {
  const why = (item: QueueItem) =>
    by === 'detail' && items.length === 1 ? whyUnseen(item, decision) : whyRowUnseen(item);
  for (const item of items) {
    const text = why(item);
    if (text === null) continue;
    toast({ title: `Not decided: ${item.name}`, text });
    return false;
  }
  return true;
}

/**
 * Whether a key may decide: never on a row that is off the screen or has only just been chosen by somebody else's
 * action.
 */
function useReady({ state }: Queue): () => boolean {
  return useCallback(() => {
    const [first] = concerned(state);
    if (first === undefined) return false;
    if (!mayDecide(state, performance.now())) {
      toast({
        title: `Not decided: ${first.name}`,
        text: 'It is only just on the screen, or has just changed.',
      });
      return false;
    }
    // The bar, which is always visible, names a selection; the detail lists it.
    if (state.selected.size > 0 || isOnScreen(keyOf(first))) return true;
    showRow(keyOf(first));
    announce(`${first.name} was out of view. Press again to decide.`);
    return false;
  }, [state]);
}

/** Runs it once the chosen row has been painted (at once if it has been), unless the choice changes first. */
function useOncePainted(chosen: string | null): (does: () => void) => void {
  const painted = useRef<string | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    // A callback of the first frame runs before its paint; one scheduled from there runs after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        painted.current = chosen;
        waiting.current?.();
        waiting.current = null;
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      waiting.current = null;
    };
  }, [chosen]);
  return (does) => {
    if (painted.current === chosen) does();
    else waiting.current = does;
  };
}
