import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { DecisionItem } from '#contracts/commands/decisions';
import type { QueueItem } from '#contracts/views/queue';

import { announce } from '../../../ui/announce.ts';
import { isWanted } from './filter.ts';
import { concerned, mayDecide } from './queue-state.ts';
import { keyOf } from './rows.ts';
import { isOnScreen, showRow } from './row-place.ts';
import { useDecisions, type Decisions, type Verdict } from './use-decide.ts';
import { aheadMost } from './use-send.ts';
import type { Queue } from './use-queue.ts';

export type Open =
  | { readonly is: 'reason'; readonly items: readonly QueueItem[]; readonly preset: number | null }
  | { readonly is: 'story' | 'conflict' | 'city-first' | 'edit' | 'photo'; readonly item: QueueItem }
  | { readonly is: 'help' };

/** What somebody who reviews a queue does, by mouse and by key. */
export interface Review {
  readonly queue: Queue;
  readonly chosen: QueueItem | null;
  readonly selected: readonly QueueItem[];
  readonly open: Open | null;
  readonly show: (open: Open | null) => void;
  /** By a press on a button that bears the item's name. */
  readonly approve: (items: readonly QueueItem[]) => void;
  readonly askReason: (items: readonly QueueItem[]) => void;
  /** By a key: what the bar says, once it has been seen. */
  readonly approveByKey: () => void;
  readonly askReasonByKey: (preset?: number) => void;
  /** Of photos: all that are on the screen, by their keys. */
  readonly approveAll: (keys: ReadonlySet<string>) => void;
  /** Whether another decision may be sent before the last ones are answered; says so where not. */
  readonly hasRoom: () => boolean;
  /** From a story, with more than a plain yes or no; nothing happens while the story is too new. */
  readonly settle: (item: QueueItem, verdict: Verdict, also?: readonly DecisionItem[]) => void;
  /** As `settle`, with what a dialog has asked for. */
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

/** Whether a key may decide: nothing that was not on the screen, and nothing that has only just come under the key. */
function useReady({ state }: Queue): () => boolean {
  return useCallback(() => {
    if (!mayDecide(state, performance.now())) return false;
    const [first] = concerned(state);
    if (first === undefined) return false;
    // A selection is named by the bar, which is always in view, and told by the story.
    if (state.selected.size > 0 || isOnScreen(keyOf(first))) return true;
    showRow(keyOf(first));
    announce(`${first.name} was out of view. Press again to decide.`);
    return false;
  }, [state]);
}

interface Room {
  /** Says so where there is none. */
  readonly hasRoom: () => boolean;
  /** At once, or as soon as there is some, unless something else is chosen, selected or opened by then. */
  readonly onceRoom: (does: () => void) => void;
}

/** Nobody runs so far ahead of the server that they would hear of its refusals only much later. */
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

/** Runs at once if the chosen row has been drawn, else once it has; not at all if another one is chosen before that. */
function useOncePainted(chosen: string | null): (does: () => void) => void {
  const painted = useRef<string | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    // What is scheduled within a frame comes before it is drawn, and what is scheduled there after that.
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
