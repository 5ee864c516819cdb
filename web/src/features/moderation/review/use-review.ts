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
  /** `into`: the place that the item may repeat. */
  | { readonly is: 'merge'; readonly item: QueueItem; readonly into: string }
  | { readonly is: 'help' };

/** Where the person saw the item: in its row, or in the detail if that is on the screen. */
type Seen = 'row' | 'detail';

export type Review = ReturnType<typeof useReview>;

/** The props of every dialog of a review. */
export interface ReviewDialogProps extends Openable {
  readonly review: Review;
}

/** The props of a dialog about one item. */
export interface OfItemProps extends ReviewDialogProps {
  readonly item: QueueItem;
}

/** The list's current version of an item; the given one if the list does not have it. */
export const itemNow = ({ queue }: Review, item: QueueItem): QueueItem =>
  queue.state.rows.find(({ key }) => key === keyOf(item))?.item ?? item;

/** The actions of a reviewer in a queue, by mouse and by key. */
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

  /** Closes the dialog and decides. Resolves to the items whose decisions failed. */
  const decide: Decisions['decide'] = (items, verdict, also) => {
    show(null);
    return decisions.decide(items, verdict, also);
  };
  /** Called by a button that has the item's name. Returns false if the person has not seen the items. */
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
    /** The photos of the chosen line if it is a closed set, otherwise null. */
    set: inLine.length > 1 ? inLine : null,
    lines,
    selected,
    open,
    show,
    approve,
    askReason: (items: readonly QueueItem[], by?: Seen) => askReason(items, by),
    /** Called by a key: approves what the bar names, once that is painted. */
    approveByKey: () =>
      oncePainted(() => {
        if (ready()) approve(concerned(state), 'detail');
      }),
    askReasonByKey: (preset?: number) =>
      oncePainted(() => {
        if (ready()) askReason(concerned(state), 'detail', preset ?? null);
      }),
    /** For photos: approves those with these keys, which are on the screen. */
    approveAll: (keys: ReadonlySet<string>) => {
      if (!mayDecide(state, performance.now())) return;
      approve(waitingOf(state.rows.filter(({ key }) => keys.has(key))));
    },
    /** For a detail that decides with more than yes or no; does nothing while the row is guarded. */
    settle: (item: QueueItem, verdict: Verdict, also?: readonly DecisionItem[]) => {
      if (!mayDecide(state, performance.now())) return;
      if (areSeen([item], verdict.decision, 'detail')) void decide([item], verdict, also);
    },
    decide,
  };
}

/** Registers this list, so that decided items leave it and return to it. */
function useShownList({ state, act, filter, refetch }: Queue, { show }: Decisions): void {
  const { rows } = state;
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    const items = () => latest.current.map(({ item }) => item);
    show({ act, items, refetch, wants: (item) => isWanted(filter, item) });
    return () => show(null);
  }, [act, filter, refetch, show]);
}

/** Whether the person has seen these items at their current revisions; if not, a toast says why. */
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
 * Whether a key may decide: never on a row that is off the screen, or that another person's action has only just
 * chosen.
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
    // A selection need not be on the screen: the bar, which is always visible, names it, and the detail lists it.
    if (state.selected.size > 0 || isOnScreen(keyOf(first))) return true;
    showRow(keyOf(first));
    announce(`${first.name} was out of view. Press again to decide.`);
    return false;
  }, [state]);
}

/** Runs a function as soon as the chosen row is painted, unless the choice changes first. */
function useOncePainted(chosen: string | null): (does: () => void) => void {
  const painted = useRef<string | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    // The first callback runs before the paint; the callback that it schedules runs after the paint.
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
