import { useEffect, useReducer, useRef, useState } from 'react';

import type { QueueMove } from '#contracts/live';
import type { QueueItem } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import type { Page } from '../../../lib/api.ts';
import { useAppDispatch, useAppSelector, type Dispatch } from '../../../lib/store.ts';
import { deskApi, useGetDeskQuery } from '../desk/desk-api.ts';
import { keyOf, inOrder, type Sort } from '../desk/rows.ts';
import { isOfPhotos, queuePath, type QueueFilter } from './filter.ts';
import { emptyQueue, queueReducer } from './queue-state.ts';
import type { QueueAction } from './queue-types.ts';

export type Queue = ReturnType<typeof useQueue>;

const ghostsStay = 15_000;

/** One queue, updated by messages from the socket. A different filter needs a new instance (use a React `key`). */
export function useQueue(filter: QueueFilter) {
  const [state, act] = useReducer(queueReducer, filter, emptyOf);
  const dispatch = useAppDispatch();
  const [read, tell] = useState<Read>({ failed: false, responses: 0 });
  const [reads] = useState(() => createReads(dispatch, filter, act, tell));
  const { count, refetch } = reads;
  const chosenRow = state.rows.findIndex(({ key }) => key === state.chosen) + 1;
  useEffect(() => count(state.rows.length, chosenRow), [count, state.rows.length, chosenRow]);
  const { startedTimeStamp } = useGetDeskQuery();
  // The desk's numbers are refetched whenever something may have changed; the list is refetched with them.
  useEffect(() => void refetch(), [refetch, startedTimeStamp]);
  useMoves(act);
  useEffect(() => {
    const timer = setInterval(() => act({ type: 'swept', before: Date.now() - ghostsStay }), 5000);
    return () => clearInterval(timer);
  }, []);
  return { state, act, ...read, ...reads };
}

/** A grid shows each photo on its own. */
const emptyOf = (filter: QueueFilter) => emptyQueue(filter.sort, !isOfPhotos(filter));

interface Read {
  /** The last request failed. */
  readonly failed: boolean;
  /** How many pages have been read. */
  readonly responses: number;
}

/** Reads pages one at a time, so that an older response never replaces a newer one. */
function createReads(
  dispatch: Dispatch,
  filter: QueueFilter,
  act: (action: QueueAction) => void,
  tell: (change: (before: Read) => Read) => void,
) {
  let rows = 0;
  let chosenRow = 0;
  let position: ReadPosition = atStart;
  let turn: Promise<void> = Promise.resolve();
  /** How many rows the queued read that has not started must reach at least; null without such a read. */
  let reach: number | null = null;

  const read = async (path: string): Promise<Page<QueueItem> | undefined> => {
    const options = { forceRefetch: true, subscribe: false } as const;
    const { data, error } = await dispatch(deskApi.endpoints.readQueue.initiate(path, options));
    const failed = error !== undefined;
    tell(({ responses }) => ({ failed, responses: failed ? responses : responses + 1 }));
    return failed ? undefined : data;
  };
  const locked = (work: () => Promise<void> | void): Promise<void> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  /** Reads the first page of a list of `rows` rows, and the next pages until `least` rows are read. */
  const readFirst = async (least: number): Promise<Page<QueueItem> | undefined> => {
    const limit = Math.min(Math.max(rows, least, limits.pageDefault), limits.pageMost);
    const first = await read(queuePath(filter, limit));
    if (first === undefined) return undefined;
    let { items, next } = first;
    while (next !== null && items.length < least) {
      const page = await read(next);
      if (page === undefined) return undefined;
      items = [...items, ...page.items];
      ({ next } = page);
    }
    return { ...first, items, next };
  };
  const refetch = async (least = 0): Promise<void> => {
    // A queued read that has not started will return everything up to its start.
    const isAsked = reach !== null;
    reach = Math.max(reach ?? 0, least);
    if (isAsked) return;
    await locked(async () => {
      const wanted = Math.max(reach ?? 0, chosenRow);
      reach = null;
      const asked = Date.now();
      const page = await readFirst(wanted);
      if (page === undefined) return;
      position = afterBeginning(position, page, filter.sort);
      const total = Number.parseInt(page.total ?? '', 10);
      act({
        type: 'answered',
        items: page.items,
        total: Number.isNaN(total) ? page.items.length : total,
        complete: page.next === null,
        asked,
        at: Date.now(),
      });
    });
  };
  const readOn = (): Promise<void> =>
    locked(async () => {
      const { next } = position;
      const page = next === null ? undefined : await read(next);
      if (page === undefined) return;
      position = afterPage(position, page);
      act({ type: 'continued', items: page.items, complete: page.next === null });
    });
  return {
    filter,
    /** Sets how many rows the list has, and which of them is chosen (from 1; 0 if none is). */
    count: (of: number, chosen: number): void => {
      rows = of;
      chosenRow = chosen;
    },
    /** Reads the list's first rows again: as many as one page holds, at least `least` and the chosen one. */
    refetch,
    /** Reads the next page; does nothing at the end of the list. */
    readOn,
    /** Reads all remaining pages; stops if one fails. */
    readAll: async (): Promise<void> => {
      for (let { next } = position; next !== null;) {
        const url = new URL(next, window.location.origin);
        url.searchParams.set('limit', String(limits.pageMost));
        const larger = { ...position, next: url.pathname + url.search };
        position = larger;
        await readOn();
        // A failed read leaves the position unchanged.
        if (position === larger) return;
        ({ next } = position);
      }
    },
  };
}

/** Turns items into ghosts as soon as the socket reports that they left the queue. New items come by `refetch`. */
function useMoves(act: (action: QueueAction) => void): void {
  const moves = useAppSelector(({ live }) => live.moves);
  const moved = useAppSelector(({ live }) => live.moved);
  const viewer = useAppSelector(({ session }) => session.user?.id);
  const seen = useRef(moved);
  useEffect(() => {
    const fresh = moved - seen.current;
    seen.current = moved;
    if (fresh <= 0) return;
    for (const { by, keys } of leaving(moves.slice(-fresh)))
      act({ type: 'gone', keys, by, at: Date.now(), own: by !== null && by.id === viewer });
  }, [act, moved, moves, viewer]);
}

interface Leaving {
  readonly by: QueueMove['by'];
  readonly keys: readonly string[];
}

/** Groups items that left the queue by person, so that everything one person decided is one action. */
function leaving(moves: readonly QueueMove[]): readonly Leaving[] {
  const found = new Map<string, { by: QueueMove['by']; keys: string[] }>();
  for (const move of moves) {
    if (move.is !== 'gone') continue;
    const of = found.get(move.by?.id ?? '') ?? { by: move.by, keys: [] };
    of.keys.push(keyOf(move));
    found.set(move.by?.id ?? '', of);
  }
  return [...found.values()];
}

/** The last item read from a queue, and the path of the next page; `next` is null at the end of the queue. */
export interface ReadPosition {
  readonly last: QueueItem | null;
  readonly next: string | null;
}

interface ReadPage {
  readonly items: readonly QueueItem[];
  readonly next: string | null;
}

/** The position before the first read. */
export const atStart = { last: null, next: null } as const;

/**
 * The position after the first rows of the queue were read again. If the list was already read further than this
 * response reaches, the position does not change.
 */
export function afterBeginning(before: ReadPosition, { items, next }: ReadPage, sort: Sort): ReadPosition {
  const last = items.at(-1) ?? null;
  const isShorter = before.last !== null && (last === null || inOrder(sort, last, before.last) < 0);
  return next !== null && isShorter ? before : { last, next };
}

/** The position after the page at `before.next`. */
export const afterPage = (before: ReadPosition, { items, next }: ReadPage): ReadPosition => ({
  last: items.at(-1) ?? before.last,
  next,
});
