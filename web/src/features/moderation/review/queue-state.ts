import type { Listed, Row, Sort } from '../desk/rows.ts';
import {
  answered,
  continued,
  decided,
  gone,
  returned,
  revealed,
  settle,
  settled,
  without,
} from './queue-steps.ts';
import type { QueueAction, QueueState } from './queue-types.ts';

/**
 * Milliseconds for which a row must have been seen before a key decides, if it was chosen by somebody else's action.
 */
const seenLeast = 400;

export const emptyQueue = <T extends Listed>(sort: Sort = 'oldest'): QueueState<T> => ({
  sort,
  loaded: false,
  rows: [],
  held: [],
  total: 0,
  complete: true,
  out: new Map(),
  asked: -Infinity,
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
    case 'restarted':
      return { ...emptyQueue(state.sort), left: state.left, pointed: state.pointed, focused: state.focused };
    case 'revealed':
      return revealed(state);
    case 'decided':
      return decided(state, action.items);
    case 'returned':
      return returned(state, action);
    case 'viewed':
      return onRow(state, action.key, (row) =>
        row.viewed === null && row.item.revision === action.revision ? { ...row, viewed: row.item } : row,
      );
    case 'correcting':
      return onRow(state, action.key, (row) => ({ ...row, viewed: null }));
    case 'settled':
      return settled(state, action);
    case 'seen':
      return state.guard === 'unseen' ? { ...state, guard: action.at } : state;
    default:
      return choose(state, action);
  }
}

const onRow = <T extends Listed>(
  state: QueueState<T>,
  key: string,
  change: (row: Row<T>) => Row<T>,
): QueueState<T> => ({ ...state, rows: state.rows.map((row) => (row.key === key ? change(row) : row)) });

/** Whether a key may decide at `now` (ms): the person chose its target, or has seen it for long enough. */
export const mayDecide = ({ guard }: Pick<QueueState<Listed>, 'guard'>, now: number): boolean =>
  guard === null || (guard !== 'unseen' && now - guard >= seenLeast);

/** The rows that a key decides on: the selected ones, else the chosen one; never ghosts. */
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
