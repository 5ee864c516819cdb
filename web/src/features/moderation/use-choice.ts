import { useEffect, useRef, useState } from 'react';

import type { QueueItem } from './item.ts';
import { rowId } from './queue-row.tsx';
import type { Queue } from './use-queue.ts';

export interface Choice {
  /** The row whose story is told; the first one unless another was chosen. */
  readonly chosen: QueueItem | null;
  /** The rows that a bulk decision is about. */
  readonly selected: readonly QueueItem[];
  readonly choose: (id: string) => void;
  /** Chooses a row and moves the focus there. */
  readonly focus: (id: string) => void;
  readonly move: (by: 1 | -1) => void;
  readonly select: (ids: readonly string[], on: boolean) => void;
  /** Before these leave: chooses what comes after them, and takes the focus along. */
  readonly moveOn: (leaving: readonly QueueItem[]) => void;
}

export function useChoice({ kind, state }: Queue): Choice {
  const present = state.rows.filter((row) => !row.gone).map((row) => row.item);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = present.find(({ id }) => id === chosenId) ?? present[0] ?? null;
  const selected = present.filter(({ id }) => selectedIds.has(id));

  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const target = document.getElementById(wanted.current);
    wanted.current = null;
    target?.focus();
  });

  const focus = (id: string) => {
    wanted.current = rowId(id);
    setChosenId(id);
  };
  const move = (by: 1 | -1) => {
    const index = present.findIndex(({ id }) => id === chosen?.id);
    const next = present[Math.min(Math.max(index + by, 0), present.length - 1)];
    if (!next) return;
    focus(next.id);
    // The same row again changes no state, so no effect would run.
    if (next.id === chosenId) document.getElementById(rowId(next.id))?.focus();
  };
  const moveOn = (leaving: readonly QueueItem[]) => {
    const ids = new Set(leaving.map(({ id }) => id));
    setSelectedIds((before) => new Set([...before].filter((id) => !ids.has(id))));
    const first = present.findIndex(({ id }) => ids.has(id));
    const next =
      present.slice(first).find(({ id }) => !ids.has(id)) ??
      present
        .slice(0, Math.max(first, 0))
        .filter(({ id }) => !ids.has(id))
        .at(-1);
    wanted.current = next ? rowId(next.id) : `queue-${kind}`;
    setChosenId(next?.id ?? null);
  };
  const select = (ids: readonly string[], on: boolean) =>
    setSelectedIds((before) => {
      const after = new Set(before);
      for (const id of ids)
        if (on) after.add(id);
        else after.delete(id);
      return after;
    });
  return { chosen, selected, choose: setChosenId, focus, move, select, moveOn };
}
