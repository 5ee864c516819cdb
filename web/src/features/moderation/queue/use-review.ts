import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { DecisionItem } from '#contracts/commands/decisions';
import type { QueueItem } from '#contracts/views/queue';

import { announce } from '../../../ui/announce.ts';
import { isWanted } from './filter.ts';
import { concerned, mayDecide } from './queue-state.ts';
import { keyOf } from './rows.ts';
import { isOnScreen, showRow } from './row-element.ts';
import { useDecisions, type Decisions, type Verdict } from './use-decide.ts';
import { aheadMost } from './use-send.ts';
import type { Queue } from './use-queue.ts';

export type Open =
  | { readonly is: 'reason'; readonly items: readonly QueueItem[]; readonly preset: number | null }
  | { readonly is: 'story' | 'conflict' | 'city-first' | 'edit' | 'photo'; readonly item: QueueItem }
  | { readonly is: 'help' };

/** What a reviewer does in a queue, by mouse and by key. */
export interface Review {
  readonly queue: Queue;
  readonly chosen: QueueItem | null;
  readonly selected: readonly QueueItem[];
  readonly open: Open | null;
  readonly show: (open: Open | null) => void;
  /** Called by a button that has the item's name. */
  readonly approve: (items: readonly QueueItem[]) => void;
  readonly askReason: (items: readonly QueueItem[]) => void;
  /** Called by a key: acts on what the bar names, once that has been seen. */
  readonly approveByKey: () => void;
  readonly askReasonByKey: (preset?: number) => void;
  /** For photos: approves all that are on the screen, by their keys. */
  readonly approveAll: (keys: ReadonlySet<string>) => void;
  /** Whether another decision may be sent before the last ones are answered; announces it if not. */
  readonly hasRoom: () => boolean;
  /** For a story, with more than a plain yes or no; does nothing while the row is guarded. */
  readonly settle: (item: QueueItem, verdict: Verdict, also?: readonly DecisionItem[]) => void;
  /** Like `settle`, with the input of a dialog. */
  readonly decide: (
    items: readonly QueueItem[],
    verdict: Verdict,
    also?: readonly DecisionItem[],
  ) => Promise<readonly QueueItem[]>;
}

export function useReview(queue: Queue): Review {
  const { state, act, filter } = queue;
  const decisions = useDecisions();
  const [open, show] = useState<Open | null>(null);
  const { show: showList } = decisions;
  useEffect(() => {
    showList({ act, wants: (item) => isWanted(filter, item) });
    return () => showList(null);
  }, [act, filter, showList]);

  const row = state.rows.find(({ key }) => key === state.chosen);
  const chosen = row === undefined || row.gone !== null ? null : row.item;
  const selected =
    state.selected.size === 0
      ? []
      : state.rows.flatMap(({ key, item, gone }) => (gone === null && state.selected.has(key) ? [item] : []));

  const decide: Review['decide'] = (items, verdict, also) => {
    show(null);
    return decisions.decide(items, verdict, also);
  };
  const approve = (items: readonly QueueItem[]) => {
    const [only] = items;
    if (only === undefined) return;
    if (items.length === 1 && only.flags.includes('conflict')) return show({ is: 'conflict', item: only });
    if (items.length === 1 && only.flags.includes('city-waits'))
      return show({ is: 'city-first', item: only });
    void decide(items, { decision: 'approve' });
  };
  const askReason = (items: readonly QueueItem[], preset: number | null = null) => {
    if (items.length > 0) show({ is: 'reason', items, preset });
  };
  const { hasRoom, onceRoom } = useRoom(decisions, queue, open);
  const ready = useReady(queue);
  const oncePainted = useOncePainted(state.chosen);
  return {
    queue,
    chosen,
    selected,
    open,
    show,
    approve,
    askReason: (items) => askReason(items),
    approveByKey: () =>
      onceRoom(() =>
        oncePainted(() => {
          if (ready()) approve(concerned(state));
        }),
      ),
    askReasonByKey: (preset) =>
      oncePainted(() => {
        if (ready()) askReason(concerned(state), preset ?? null);
      }),
    approveAll: (keys) => {
      if (!mayDecide(state, performance.now()) || !hasRoom()) return;
      const items = state.rows.flatMap(({ key, item, gone }) =>
        gone === null && keys.has(key) ? [item] : [],
      );
      if (items.length > 0) void decide(items, { decision: 'approve' });
    },
    settle: (item, verdict, also) => {
      if (mayDecide(state, performance.now()) && hasRoom()) void decide([item], verdict, also);
    },
    hasRoom,
    decide,
  };
}

/**
 * Whether a key may decide: never on a row that is off the screen or has only just been chosen by somebody else's
 * action.
 */
function useReady({ state }: Queue): () => boolean {
  return useCallback(() => {
    if (!mayDecide(state, performance.now())) return false;
    const [first] = concerned(state);
    if (first === undefined) return false;
    // The bar, which is always visible, names a selection; the story lists it.
    if (state.selected.size > 0 || isOnScreen(keyOf(first))) return true;
    showRow(keyOf(first));
    announce(`${first.name} was out of view. Press again to decide.`);
    return false;
  }, [state]);
}

interface Room {
  /** Whether another request may be sent; announces it if not. */
  readonly hasRoom: () => boolean;
  /** Runs it now, or once there is room, unless the choice, the selection or the open dialog changes first. */
  readonly onceRoom: (does: () => void) => void;
}

/** Limits unanswered requests, so that a refusal is noticed soon after the decision. */
function useRoom({ ahead, onAnswered }: Decisions, { state }: Queue, open: Open | null): Room {
  const waiting = useRef<(() => void) | null>(null);
  const { chosen, selected } = state;
  useLayoutEffect(() => {
    waiting.current = null;
  }, [chosen, selected, open]);
  useEffect(() => {
    onAnswered(() => {
      if (ahead() >= aheadMost) return;
      const does = waiting.current;
      waiting.current = null;
      does?.();
    });
    return () => onAnswered(null);
  }, [ahead, onAnswered]);
  const hasRoom = useCallback(() => {
    if (ahead() < aheadMost) return true;
    announce(`${aheadMost} decisions are being sent. One moment.`);
    return false;
  }, [ahead]);
  return {
    hasRoom,
    onceRoom: (does) => {
      if (hasRoom()) does();
      else waiting.current = does;
    },
  };
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
