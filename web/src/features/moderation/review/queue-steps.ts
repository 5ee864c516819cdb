import type { QueueItem } from '#contracts/moderation/views';

import {
  insert,
  inOrder,
  keyOf,
  neighbour,
  unknownRevision,
  type DecidedElsewhere,
  type Row,
} from '../desk/rows.ts';
import { linesOf, lineWith, waitingOf } from './lines.ts';
import type { DecidedHere, QueueAction, QueueState } from './queue-types.ts';

const isBusy = (state: QueueState): boolean =>
  (state.pointed || state.focused) && state.rows.some((row) => row.gone === null);

/** Removes the rows for which `leaves` is true. If the chosen row leaves, chooses a neighbour and guards it. */
export function without(state: QueueState, leaves: (row: Row) => boolean): QueueState {
  if (!state.rows.some(leaves)) return state;
  const next = passOn(state, leaves);
  return { ...next, rows: next.rows.filter((row) => !leaves(row)) };
}

/** Removes rows that another person's action takes away from the choice and the selection. */
function passOn(state: QueueState, leaves: (row: Row) => boolean): QueueState {
  const leaving = new Set(state.rows.filter(leaves).map(({ key }) => key));
  const selected = new Set([...state.selected].filter((key) => !leaving.has(key)));
  const isChosen = state.chosen !== null && leaving.has(state.chosen);
  if (!isChosen && selected.size === state.selected.size) return state;
  const chosen = isChosen ? nextOf(state, leaves) : state.chosen;
  return { ...state, selected, chosen, guard: 'unseen' };
}

/** The row to choose when the chosen one leaves: the next row of its set, otherwise the next line. */
const nextOf = (state: QueueState, leaves: (row: Row) => boolean): string | null =>
  neighbour(
    linesOf(state).flatMap(({ rows }) => rows),
    state.chosen,
    leaves,
  );

function gone(state: QueueState, keys: ReadonlySet<string>, by: DecidedElsewhere): QueueState {
  const leaves = (row: Row) => row.gone === null && keys.has(row.key);
  // A response may have shown that the item left before the socket said who decided.
  const isUnsigned = (row: Row) => row.gone !== null && row.gone.by === null && keys.has(row.key);
  const known = state.rows.filter(leaves).length + state.held.filter((item) => keys.has(keyOf(item))).length;
  const next = passOn(state, leaves);
  return settle({
    ...next,
    left: new Map([...next.left, ...[...keys].map((key) => [key, by] as const)].slice(-leftKept)),
    total: Math.max(state.total - known, 0),
    rows: next.rows.map((row) => (leaves(row) || isUnsigned(row) ? { ...row, gone: by } : row)),
    held: state.held.filter((item) => !keys.has(keyOf(item))),
  });
}

const leftKept = 500;

/**
 * Handles a message that items left the queue. The first message about a decision made here is ignored: the row has
 * already left, or an undo has already returned it.
 */
export function told(
  state: QueueState,
  { keys, by, at, own = false }: Extract<QueueAction, { type: 'gone' }>,
): QueueState {
  const known = own ? state.untold : new Set<string>();
  const untold = own ? new Set([...known].filter((key) => !keys.includes(key))) : state.untold;
  return gone({ ...state, untold }, new Set(keys.filter((key) => !known.has(key))), { by, at });
}

/** Empties a list that has only ghosts once the pointer and the focus are outside it. */
export const settle = (state: QueueState): QueueState =>
  state.pointed || state.focused || state.rows.some((row) => row.gone === null)
    ? state
    : without(state, (row) => row.gone !== null);

/** If no present row is chosen, chooses the first one; guards it, except after the first read. */
function withChoice(state: QueueState): QueueState {
  const present = state.rows.filter((row) => row.gone === null);
  if (present.some(({ key }) => key === state.chosen)) return state;
  const first = present[0]?.key ?? null;
  return {
    ...state,
    chosen: first,
    guard: state.loaded && first !== null ? 'unseen' : state.guard,
  };
}

export function responded(
  before: QueueState,
  { items: answerItems, total, complete, asked, at }: Extract<QueueAction, { type: 'answered' }>,
): QueueState {
  const last = answerItems.at(-1);
  const hasLeft = (item: QueueItem) => (before.left.get(keyOf(item))?.at ?? -Infinity) >= asked;
  const items = answerItems.filter((item) => !hasLeft(item));
  const listed = new Map(items.map((item) => [keyOf(item), item]));
  const isCovered = (item: QueueItem) =>
    complete || (last !== undefined && inOrder(before.sort, item, last) <= 0);
  const unlisted = before.rows.filter(
    ({ key, item, gone: ghost }) => ghost === null && !listed.has(key) && isCovered(item),
  );
  const missing = unlisted.filter(({ back }) => back === null || back < asked);
  const state = gone(before, new Set(missing.map(({ key }) => key)), { by: null, at });
  // Items that the response may still count, because they were decided after it was requested.
  const out = new Map(
    [...state.out].filter(
      ([key, { item, settled: done }]) =>
        (done === null || asked < done) && (listed.has(key) || !isCovered(item)),
    ),
  );
  const left = new Map([...state.left].filter(([key]) => !listed.has(key)));
  const rows = state.rows.map((row) => {
    const item = listed.get(row.key);
    return item === undefined ? row : { ...row, item, gone: null };
  });
  const chosenKeys = new Set(lineWith(state, state.chosen)?.rows.map(({ key }) => key));
  const isConcerned = (key: string) => chosenKeys.has(key) || state.selected.has(key);
  // A key must not decide on an item that has only just changed.
  const isOther = state.rows.some(({ key, item: { revision } }) => {
    const now = listed.get(key);
    const isChanged = revision !== unknownRevision && now !== undefined && now.revision !== revision;
    return isChanged && isConcerned(key);
  });
  const shown = new Set(rows.map(({ key }) => key));
  const fresh = items.filter((item) => !shown.has(keyOf(item)) && !out.has(keyOf(item)));
  const end = before.rows.at(-1)?.item;
  // In an incomplete list, an item after the last row is not new but belongs to the next page.
  const isFurther = (item: QueueItem) =>
    !before.complete && end !== undefined && inOrder(before.sort, item, end) > 0;
  const isEmpty = !rows.some((row) => row.gone === null);
  const isAfter = (item: QueueItem) => end === undefined || inOrder(before.sort, item, end) > 0;
  const shows = fresh.filter((item) => isEmpty || isFurther(item) || (!isBusy(state) && isAfter(item)));
  const beyond = rows.some(({ item }) => !isCovered(item));
  const next = withChoice({
    ...state,
    guard: isOther ? 'unseen' : state.guard,
    asked,
    out,
    left,
    rows: insert(rows, shows, state.sort),
    held: fresh.filter((item) => !shows.includes(item)),
    total: Math.max(
      total - out.size - (answerItems.length - items.length) + (unlisted.length - missing.length),
      0,
    ),
    complete: beyond ? before.complete : complete,
  });
  return { ...next, loaded: true };
}

export function continued(state: QueueState, items: readonly QueueItem[]): QueueState {
  const known = new Set([...state.rows.map(({ key }) => key), ...state.held.map(keyOf), ...state.out.keys()]);
  const further = items.filter((item) => !known.has(keyOf(item)));
  return withChoice({ ...state, rows: insert(state.rows, further, state.sort) });
}

export function revealed(state: QueueState): QueueState {
  const [first] = state.held;
  if (first === undefined) return state;
  const chosen = keyOf(first);
  const rows = state.rows.filter((row) => row.gone === null);
  return {
    ...state,
    rows: insert(rows, state.held, state.sort),
    held: [],
    chosen,
    guard: null,
  };
}

export function decided(state: QueueState, items: readonly QueueItem[]): QueueState {
  const leaving = new Map(items.map((item) => [keyOf(item), { item, settled: null }]));
  const leaves = (row: Row) => leaving.has(row.key);
  const isChosen = state.chosen !== null && leaving.has(state.chosen);
  const chosen = isChosen ? nextOf(state, leaves) : state.chosen;
  const left = state.rows.filter((row) => leaves(row) && row.gone === null).length;
  const rows = state.rows.filter((row) => !leaves(row));
  const next: QueueState = {
    ...state,
    rows,
    chosen,
    total: Math.max(state.total - left, 0),
    out: new Map<string, DecidedHere>([...state.out, ...leaving]),
    untold: new Set([...state.untold, ...leaving.keys()].slice(-leftKept)),
    selected: new Set([...state.selected].filter((key) => !leaving.has(key))),
  };
  if (rows.some((row) => row.gone === null)) return withChoice(next);
  // No row is left that could move, so the held items are shown.
  return withChoice({ ...next, rows: insert([], state.held, state.sort), held: [] });
}

export function settled(
  state: QueueState,
  { keys, at }: Extract<QueueAction, { type: 'settled' }>,
): QueueState {
  const out = new Map(state.out);
  for (const key of keys) {
    const known = out.get(key);
    if (known !== undefined) out.set(key, { ...known, settled: at });
  }
  return { ...state, out };
}

export function returned(
  state: QueueState,
  { items, choose: chooses, since, at, ...why }: Extract<QueueAction, { type: 'returned' }>,
): QueueState {
  const keys = new Set(items.map(keyOf));
  const present = new Set(waitingOf(state.rows).map(keyOf));
  const held = new Set(state.held.map(keyOf));
  // Whether the total already counts an item: it is in the list, or a later response counted it further down.
  const isCounted = (key: string) =>
    present.has(key) || held.has(key) || (!state.out.has(key) && state.asked >= since);
  const rows = insert(state.rows, items, state.sort).map((row) =>
    keys.has(row.key)
      ? {
          ...row,
          back: at,
          refused: why.refused?.get(row.key) ?? null,
          viewed: why.changed?.has(row.key) === true ? row.item : null,
        }
      : row,
  );
  const chosen = chooses ? (rows.find(({ key }) => keys.has(key))?.key ?? state.chosen) : state.chosen;
  return withChoice({
    ...state,
    rows,
    total: state.total + [...keys].filter((key) => !isCounted(key)).length,
    out: new Map([...state.out].filter(([key]) => !keys.has(key))),
    // After a refusal the item never left, so no socket message will come.
    untold: chooses ? state.untold : new Set([...state.untold].filter((key) => !keys.has(key))),
    held: state.held.filter((item) => !keys.has(keyOf(item))),
    left: new Map([...state.left].filter(([key]) => !keys.has(key))),
    chosen,
    guard: chooses ? null : state.guard,
  });
}
