import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';

import type { QueueMove } from '#contracts/live';
import type { QueueItem } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import type { Page } from '../../../lib/api.ts';
import { useAppDispatch, useAppSelector } from '../../../lib/store.ts';
import { deskApi, useGetDeskQuery } from '../desk/desk-api.ts';
import { keyOf, inOrder, type Sort } from '../desk/rows.ts';
import { isOfPhotos, queuePath, type QueueFilter } from './filter.ts';
import { emptyQueue, queueReducer } from './queue-state.ts';
import type { QueueAction, QueueState } from './queue-types.ts';

export type Queue = ReturnType<typeof useQueue>;

const ghostsStay = 15_000;

/** One queue, kept current by the socket's messages; another filter needs a new instance (give it a key). */
export function useQueue(filter: QueueFilter) {
  const [state, act] = useReducer(queueReducer, filter, emptyOf);
  const reads = useReads(filter, state, act);
  const { startedTimeStamp } = useGetDeskQuery();
  const { refetch } = reads;
  // Whenever anything may have changed, the desk's numbers are refetched; this refetches the list as well.
  useEffect(() => void refetch(), [refetch, startedTimeStamp]);
  useMoves(act);
  useEffect(() => {
    const timer = setInterval(() => act({ type: 'swept', before: Date.now() - ghostsStay }), 5000);
    return () => clearInterval(timer);
  }, []);
  return { filter, state, act, ...reads, loading: !state.loaded && !reads.failed };
}

/** A grid shows each photo on its own. */
const emptyOf = (filter: QueueFilter) => emptyQueue(filter.sort, !isOfPhotos(filter));

/** Reads one page after another, so that an older answer never replaces a newer one. */
function useReads(filter: QueueFilter, state: QueueState, act: (action: QueueAction) => void) {
  const dispatch = useAppDispatch();
  /** The last request failed. */
  const [failed, setFailed] = useState(false);
  /** How many pages have been read. */
  const [answers, setAnswers] = useState(0);
  const known = useRef({ count: 0, asked: false });
  const position = useRef<ReadPosition>(atStart);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    known.current.count = state.rows.length;
  }, [state.rows.length]);

  const read = useCallback(
    async (path: string): Promise<Page<QueueItem> | undefined> => {
      const options = { forceRefetch: true, subscribe: false } as const;
      const answer = await dispatch(deskApi.endpoints.readQueue.initiate(path, options));
      setFailed(answer.error !== undefined);
      if (!answer.error) setAnswers((count) => count + 1);
      return answer.error ? undefined : answer.data;
    },
    [dispatch],
  );
  const locked = useCallback(<QueueItem>(work: () => Promise<QueueItem>): Promise<QueueItem> => {
    const done = turn.current.then(work);
    turn.current = done.catch(() => undefined);
    return done;
  }, []);

  const refetch = useCallback(async () => {
    // A read that is queued but has not begun will see everything up to its start.
    if (known.current.asked) return;
    known.current.asked = true;
    await locked(async () => {
      known.current.asked = false;
      const { count } = known.current;
      const asked = Date.now();
      const limit = Math.min(Math.max(count, limits.pageDefault), limits.pageMost);
      const page = await read(queuePath(filter, limit));
      if (page === undefined) return;
      position.current = afterBeginning(position.current, page, filter.sort);
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
  }, [act, filter, locked, read]);

  /** Forgets the list and reads its beginning. */
  const restart = useCallback(async () => {
    await locked(async () => {
      position.current = atStart;
      known.current.count = 0;
      act({ type: 'restarted' });
    });
    await refetch();
  }, [act, locked, refetch]);
  /** Reads the next page; nothing at the end of the list. */
  const readOn = useCallback(
    () =>
      locked(async () => {
        const { next } = position.current;
        const page = next === null ? undefined : await read(next);
        if (page === undefined) return;
        position.current = afterPage(position.current, page);
        act({ type: 'continued', items: page.items, complete: page.next === null });
      }),
    [act, locked, read],
  );
  /** Reads all pages, unless one fails. */
  const readAll = useCallback(async () => {
    for (let { next } = position.current; next !== null;) {
      const url = new URL(next, window.location.origin);
      url.searchParams.set('limit', String(limits.pageMost));
      const larger = { ...position.current, next: url.pathname + url.search };
      position.current = larger;
      await readOn();
      // A failed read leaves the position unchanged.
      if (position.current === larger) return;
      ({ next } = position.current);
    }
  }, [readOn]);
  return useMemo(
    () => ({ failed, answers, refetch, restart, readOn, readAll }),
    [failed, answers, refetch, restart, readOn, readAll],
  );
}

/** Turns items that left the queue into ghosts at once, as the socket reports them; new items are fetched. */
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

/** Groups the moves by person: one step for everything that one person decided. */
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

/** How far a queue has been read, and the path of the page that follows; null at the end of the queue. */
export interface ReadPosition {
  readonly last: QueueItem | null;
  readonly next: string | null;
}

interface ReadPage {
  readonly items: readonly QueueItem[];
  readonly next: string | null;
}

/** Nothing has been read. */
export const atStart = { last: null, next: null } as const;

/**
 * The position after the beginning of the queue was read again. Later pages may have been read meanwhile: unless the
 * answer reaches as far, the list continues where they ended.
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
