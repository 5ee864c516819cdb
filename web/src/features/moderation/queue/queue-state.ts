import { insert, inOrder, keyOf, neighbour, type Gone, type Listed, type Row, type Sort } from './rows.ts';

/** Milliseconds for which a row that was chosen by somebody else's doing must have been seen before a key decides. */
export const seenLeast = 400;

/**
 * A list of what waits, and what is chosen in it. Nothing moves under a pointer: what arrives while somebody is at
 * the list waits behind a pill, what another hand decided stays as a ghost, what was decided here leaves at once.
 */
export interface QueueState<T extends Listed> {
  readonly sort: Sort;
  /** An answer has come. */
  readonly loaded: boolean;
  readonly rows: readonly Row<T>[];
  /** Arrived, and not yet shown. */
  readonly held: readonly T[];
  /** How many wait by the last answer. */
  readonly total: number;
  /** The rows are all that there is, not only the first of it. */
  readonly complete: boolean;
  /** Decided here, and not to be shown although an answer may still hold them. */
  readonly out: ReadonlySet<string>;
  /** What another hand decided lately, also once its ghost is gone: a dialog about it says so. */
  readonly left: ReadonlyMap<string, Gone>;
  readonly pointed: boolean;
  readonly focused: boolean;
  readonly chosen: string | null;
  readonly selected: ReadonlySet<string>;
  /** Where a selection by Shift begins. */
  readonly anchor: string | null;
  /**
   * Not null after somebody else's doing has changed what a key would decide on: `unseen`, then the time (ms) from
   * which the new row has been on the screen.
   */
  readonly guard: 'unseen' | number | null;
}

export type QueueAction<T extends Listed> =
  | {
      readonly type: 'answered';
      readonly items: readonly T[];
      readonly total: number;
      /** The answer ends where the queue ends. */
      readonly complete: boolean;
      /** When it was asked for (ms): what was told after that, it may not know. */
      readonly asked: number;
      readonly at: number;
    }
  | { readonly type: 'continued'; readonly items: readonly T[]; readonly complete: boolean }
  | { readonly type: 'gone'; readonly keys: readonly string[]; readonly by: Gone['by']; readonly at: number }
  | { readonly type: 'swept'; readonly before: number }
  | { readonly type: 'pointed' | 'focused'; readonly on: boolean }
  | { readonly type: 'revealed' }
  | { readonly type: 'decided'; readonly keys: readonly string[] }
  | { readonly type: 'returned'; readonly items: readonly T[]; readonly choose: boolean }
  | { readonly type: 'chosen'; readonly key: string }
  | { readonly type: 'moved' | 'extended'; readonly by: 1 | -1 }
  | { readonly type: 'selected'; readonly keys: readonly string[]; readonly on: boolean }
  | { readonly type: 'selected-all' | 'cleared' }
  | { readonly type: 'seen'; readonly at: number };

export const emptyQueue = <T extends Listed>(sort: Sort = 'oldest'): QueueState<T> => ({
  sort,
  loaded: false,
  rows: [],
  held: [],
  total: 0,
  complete: true,
  out: new Set(),
  left: new Map(),
  pointed: false,
  focused: false,
  chosen: null,
  selected: new Set(),
  anchor: null,
  guard: null,
});

export function queueReducer<T extends Listed>(state: QueueState<T>, action: QueueAction<T>): QueueState<T> {
  switch (action.type) {
    case 'answered':
      return answered(state, action);
    case 'continued':
      return { ...continued(state, action.items), complete: action.complete };
    case 'gone':
      return gone(state, new Set(action.keys), { by: action.by, at: action.at });
    case 'swept':
      return state.pointed
        ? state
        : without(state, (row) => row.gone !== null && row.gone.at < action.before);
    case 'pointed':
      return settle({ ...state, pointed: action.on });
    case 'focused':
      return settle({ ...state, focused: action.on });
    case 'revealed':
      return revealed(state);
    case 'decided':
      return decided(state, new Set(action.keys));
    case 'returned':
      return returned(state, action.items, action.choose);
    case 'seen':
      return state.guard === 'unseen' ? { ...state, guard: action.at } : state;
    default:
      return choose(state, action);
  }
}

/** Whether a key may decide now (ms): what it would decide on was chosen here, or has been seen for long enough. */
export const mayDecide = ({ guard }: Pick<QueueState<Listed>, 'guard'>, now: number): boolean =>
  guard === null || (guard !== 'unseen' && now - guard >= seenLeast);

/** The rows that a decision by key is about: the selected ones, else the chosen one; ghosts never. */
export function concerned<T extends Listed>(state: QueueState<T>): readonly T[] {
  const present = state.rows.filter((row) => row.gone === null);
  const selected = present.filter(({ key }) => state.selected.has(key));
  const rows = selected.length > 0 ? selected : present.filter(({ key }) => key === state.chosen);
  return rows.map(({ item }) => item);
}

type Choosing = 'chosen' | 'moved' | 'extended' | 'selected' | 'selected-all' | 'cleared';
function choose<T extends Listed>(
  state: QueueState<T>,
  action: Extract<QueueAction<T>, { type: Choosing }>,
): QueueState<T> {
  switch (action.type) {
    case 'chosen':
      return { ...state, chosen: action.key, anchor: action.key, guard: null };
    case 'moved':
      return moved(state, action.by);
    case 'extended': {
      const from = state.chosen;
      const next = moved(state, action.by);
      const keys = [from, next.chosen].flatMap((key) => key ?? []);
      return { ...next, anchor: state.anchor, selected: new Set([...state.selected, ...keys]) };
    }
    case 'selected': {
      const selected = new Set(state.selected);
      for (const key of action.keys)
        if (action.on) selected.add(key);
        else selected.delete(key);
      return { ...state, selected };
    }
    case 'selected-all':
      return {
        ...state,
        selected: new Set(state.rows.flatMap(({ key, gone: ghost }) => (ghost === null ? [key] : []))),
      };
    case 'cleared':
      return { ...state, selected: new Set() };
  }
}

function moved<T extends Listed>(state: QueueState<T>, by: 1 | -1): QueueState<T> {
  const present = state.rows.filter((row) => row.gone === null);
  const at = present.findIndex(({ key }) => key === state.chosen);
  const next = at < 0 ? present[0] : present[Math.min(Math.max(at + by, 0), present.length - 1)];
  return next === undefined ? state : { ...state, chosen: next.key, anchor: next.key, guard: null };
}

const isBusy = <T extends Listed>(state: QueueState<T>): boolean =>
  (state.pointed || state.focused) && state.rows.some((row) => row.gone === null);

/** Takes rows away that left by another hand, or will not come; what was chosen goes on to its neighbour, guarded. */
function without<T extends Listed>(state: QueueState<T>, leaves: (row: Row<T>) => boolean): QueueState<T> {
  if (!state.rows.some(leaves)) return state;
  const next = passOn(state, leaves);
  return { ...next, rows: next.rows.filter((row) => !leaves(row)) };
}

/** The choice and the selection let go of what leaves by another hand. */
function passOn<T extends Listed>(state: QueueState<T>, leaves: (row: Row<T>) => boolean): QueueState<T> {
  const leaving = new Set(state.rows.filter(leaves).map(({ key }) => key));
  const selected = new Set([...state.selected].filter((key) => !leaving.has(key)));
  const isChosen = state.chosen !== null && leaving.has(state.chosen);
  if (!isChosen && selected.size === state.selected.size) return state;
  const chosen = isChosen ? neighbour(state.rows, state.chosen, leaves) : state.chosen;
  return { ...state, selected, chosen, anchor: chosen, guard: 'unseen' };
}

function gone<T extends Listed>(state: QueueState<T>, keys: ReadonlySet<string>, by: Gone): QueueState<T> {
  const leaves = (row: Row<T>) => row.gone === null && keys.has(row.key);
  // An answer may have told of it before it was heard who it was.
  const isUnsigned = (row: Row<T>) => row.gone !== null && row.gone.by === null && keys.has(row.key);
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

/** Ghosts alone are no list: they go as soon as nobody is at it. */
const settle = <T extends Listed>(state: QueueState<T>): QueueState<T> =>
  state.pointed || state.focused || state.rows.some((row) => row.gone === null)
    ? state
    : without(state, (row) => row.gone !== null);

/** What is chosen where nothing was, or where it is there no more without anybody knowing why: the first row, unseen. */
function withChoice<T extends Listed>(state: QueueState<T>): QueueState<T> {
  const present = state.rows.filter((row) => row.gone === null);
  if (present.some(({ key }) => key === state.chosen)) return state;
  const first = present[0]?.key ?? null;
  return {
    ...state,
    chosen: first,
    anchor: first,
    guard: state.loaded && first !== null ? 'unseen' : state.guard,
  };
}

function answered<T extends Listed>(
  before: QueueState<T>,
  { items: told, total, complete, asked, at }: Extract<QueueAction<T>, { type: 'answered' }>,
): QueueState<T> {
  const last = told.at(-1);
  const hasLeft = (item: T) => (before.left.get(keyOf(item))?.at ?? -Infinity) >= asked;
  const items = told.filter((item) => !hasLeft(item));
  const listed = new Map(items.map((item) => [keyOf(item), item]));
  const isCovered = (item: T) => complete || (last !== undefined && inOrder(before.sort, item, last) <= 0);
  const missing = before.rows.filter(
    ({ key, item, gone: ghost }) => ghost === null && !listed.has(key) && isCovered(item),
  );
  const state = gone(before, new Set(missing.map(({ key }) => key)), { by: null, at });
  const out = new Set([...state.out].filter((key) => listed.has(key)));
  const left = new Map([...state.left].filter(([key]) => !listed.has(key)));
  const rows = state.rows.map((row) => {
    const item = listed.get(row.key);
    return item === undefined ? row : { ...row, item, gone: null };
  });
  const shown = new Set(rows.map(({ key }) => key));
  const fresh = items.filter((item) => !shown.has(keyOf(item)) && !out.has(keyOf(item)));
  const end = before.rows.at(-1)?.item;
  // Beyond the last row of a list that went on, it is no arrival: the list goes on there.
  const isFurther = (item: T) => !before.complete && end !== undefined && inOrder(before.sort, item, end) > 0;
  const isEmpty = !rows.some((row) => row.gone === null);
  const isAfter = (item: T) => end === undefined || inOrder(before.sort, item, end) > 0;
  const shows = fresh.filter((item) => isEmpty || isFurther(item) || (!isBusy(state) && isAfter(item)));
  const leaving = items.filter((item) => out.has(keyOf(item))).length;
  const beyond = rows.some(({ item }) => !isCovered(item));
  const next = withChoice({
    ...state,
    out,
    left,
    rows: insert(rows, shows, state.sort),
    held: fresh.filter((item) => !shows.includes(item)),
    total: Math.max(total - leaving - (told.length - items.length), 0),
    complete: beyond ? before.complete : complete,
  });
  return { ...next, loaded: true };
}

function continued<T extends Listed>(state: QueueState<T>, items: readonly T[]): QueueState<T> {
  const known = new Set([...state.rows.map(({ key }) => key), ...state.held.map(keyOf), ...state.out]);
  const further = items.filter((item) => !known.has(keyOf(item)));
  return withChoice({ ...state, rows: insert(state.rows, further, state.sort) });
}

function revealed<T extends Listed>(state: QueueState<T>): QueueState<T> {
  const [first] = state.held;
  if (first === undefined) return state;
  const chosen = keyOf(first);
  const rows = state.rows.filter((row) => row.gone === null);
  return {
    ...state,
    rows: insert(rows, state.held, state.sort),
    held: [],
    chosen,
    anchor: chosen,
    guard: null,
  };
}

function decided<T extends Listed>(state: QueueState<T>, keys: ReadonlySet<string>): QueueState<T> {
  const leaves = (row: Row<T>) => keys.has(row.key);
  const isChosen = state.chosen !== null && keys.has(state.chosen);
  const chosen = isChosen ? neighbour(state.rows, state.chosen, leaves) : state.chosen;
  const left = state.rows.filter((row) => leaves(row) && row.gone === null).length;
  const rows = state.rows.filter((row) => !leaves(row));
  const next: QueueState<T> = {
    ...state,
    rows,
    chosen,
    anchor: chosen,
    total: Math.max(state.total - left, 0),
    out: new Set([...state.out, ...keys]),
    selected: new Set([...state.selected].filter((key) => !keys.has(key))),
  };
  if (rows.some((row) => row.gone === null)) return withChoice(next);
  // Nothing is left to move: what has arrived is shown.
  return withChoice({ ...next, rows: insert([], state.held, state.sort), held: [] });
}

function returned<T extends Listed>(
  state: QueueState<T>,
  items: readonly T[],
  chooses: boolean,
): QueueState<T> {
  const keys = new Set(items.map(keyOf));
  const present = new Set(state.rows.flatMap((row) => (row.gone === null ? [row.key] : [])));
  const rows = insert(state.rows, items, state.sort);
  const chosen = chooses ? (rows.find(({ key }) => keys.has(key))?.key ?? state.chosen) : state.chosen;
  return withChoice({
    ...state,
    rows,
    total: state.total + [...keys].filter((key) => !present.has(key)).length,
    out: new Set([...state.out].filter((key) => !keys.has(key))),
    held: state.held.filter((item) => !keys.has(keyOf(item))),
    left: new Map([...state.left].filter(([key]) => !keys.has(key))),
    chosen,
    anchor: chosen,
    guard: chooses ? null : state.guard,
  });
}
