/** A row: the item, and whether it has meanwhile left the queue by another hand. */
export interface QueueRow<T> {
  readonly item: T;
  /** Decided elsewhere or withdrawn: it stays in its place, without buttons, until nobody points at the list. */
  readonly gone: boolean;
}

/**
 * What the list shows, so that nothing moves under a pointer: items that arrive while somebody points at the list
 * or has focus in it wait behind a pill; what was decided here leaves at once, whatever the server still says.
 */
export interface QueueState<T> {
  readonly answer: readonly T[];
  readonly rows: readonly QueueRow<T>[];
  readonly held: readonly T[];
  /** Decided here, and not to be shown although an answer may still hold them. */
  readonly leaving: ReadonlySet<string>;
  /** Coming back by an undo: shown at once. */
  readonly returning: ReadonlySet<string>;
  readonly pointed: boolean;
  readonly focused: boolean;
}

export type QueueAction<T> =
  | { readonly type: 'answered'; readonly items: readonly T[] }
  | { readonly type: 'pointed'; readonly on: boolean }
  | { readonly type: 'focused'; readonly on: boolean }
  | { readonly type: 'revealed' }
  | { readonly type: 'decided'; readonly ids: readonly string[] }
  | { readonly type: 'returned'; readonly ids: readonly string[] };

interface Identified {
  readonly id: string;
}

export function emptyQueue<T>(): QueueState<T> {
  return {
    answer: [],
    rows: [],
    held: [],
    leaving: new Set(),
    returning: new Set(),
    pointed: false,
    focused: false,
  };
}

export function queueReducer<T extends Identified>(
  state: QueueState<T>,
  action: QueueAction<T>,
): QueueState<T> {
  switch (action.type) {
    case 'answered':
      return answered(state, action.items);
    case 'pointed':
      return settle({ ...state, pointed: action.on });
    case 'focused':
      return settle({ ...state, focused: action.on });
    case 'revealed':
      return showAll(state);
    case 'decided':
      return decided(state, new Set(action.ids));
    case 'returned':
      return returned(state, new Set(action.ids));
  }
}

const isBusy = <T>(state: QueueState<T>): boolean =>
  (state.pointed || state.focused) && state.rows.some((row) => !row.gone);

function showAll<T extends Identified>(state: QueueState<T>): QueueState<T> {
  const rows = state.answer
    .filter((item) => !state.leaving.has(item.id))
    .map((item) => ({ item, gone: false }));
  return { ...state, rows, held: [] };
}

function answered<T extends Identified>(state: QueueState<T>, items: readonly T[]): QueueState<T> {
  const listed = new Set(items.map((item) => item.id));
  const next: QueueState<T> = {
    ...state,
    answer: items,
    leaving: only(state.leaving, (id) => listed.has(id)),
    returning: only(state.returning, (id) => !listed.has(id)),
  };
  if (!isBusy(state)) return showAll(next);

  const byId = new Map(items.map((item) => [item.id, item]));
  const kept = state.rows.map(({ item }) => ({ item: byId.get(item.id) ?? item, gone: !byId.has(item.id) }));
  const shown = new Set(kept.map((row) => row.item.id));
  const arrived = items.filter((item) => !shown.has(item.id) && !next.leaving.has(item.id));
  const back = arrived.filter((item) => state.returning.has(item.id));
  return {
    ...next,
    rows: insertInOrder(kept, back, items),
    held: arrived.filter((item) => !state.returning.has(item.id)),
  };
}

/** Rows that left by another hand go as soon as nobody is at the list. */
function settle<T>(state: QueueState<T>): QueueState<T> {
  if (state.pointed || state.focused || !state.rows.some((row) => row.gone)) return state;
  return { ...state, rows: state.rows.filter((row) => !row.gone) };
}

function decided<T extends Identified>(state: QueueState<T>, ids: ReadonlySet<string>): QueueState<T> {
  const rows = state.rows.filter((row) => !ids.has(row.item.id));
  const next = { ...state, rows, leaving: new Set([...state.leaving, ...ids]) };
  return rows.some((row) => !row.gone) ? next : showAll(next);
}

function returned<T extends Identified>(state: QueueState<T>, ids: ReadonlySet<string>): QueueState<T> {
  const shown = new Set(state.rows.map((row) => row.item.id));
  const back = state.answer.filter((item) => ids.has(item.id) && !shown.has(item.id));
  const known = new Set(state.answer.map((item) => item.id));
  return {
    ...state,
    leaving: only(state.leaving, (id) => !ids.has(id)),
    returning: only(new Set([...state.returning, ...ids]), (id) => !known.has(id)),
    rows: insertInOrder(state.rows, back, state.answer),
  };
}

const only = (ids: ReadonlySet<string>, keep: (id: string) => boolean): ReadonlySet<string> =>
  new Set([...ids].filter(keep));

/** Puts items among the rows where the server's order has them, without moving any other. */
function insertInOrder<T extends Identified>(
  rows: readonly QueueRow<T>[],
  items: readonly T[],
  order: readonly T[],
): readonly QueueRow<T>[] {
  const result = [...rows];
  for (const item of items) {
    const before = new Set(order.slice(0, order.indexOf(item)).map((other) => other.id));
    const after = result.filter((row) => before.has(row.item.id)).at(-1);
    result.splice(after === undefined ? 0 : result.indexOf(after) + 1, 0, { item, gone: false });
  }
  return result;
}
