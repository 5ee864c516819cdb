import type { QueueItem } from '#contracts/moderation/views';

import { keyOf, type Row, type Sort } from '../desk/rows.ts';
import { linesOf, lineWith, waitingOf } from './lines.ts';
import {
  responded,
  continued,
  decided,
  returned,
  revealed,
  settle,
  settled,
  told,
  without,
} from './queue-steps.ts';
import type { QueueAction, QueueState } from './queue-types.ts';

/** Milliseconds for which a row must be on the screen before a key decides, if another person's action chose it. */
const seenLeast = 400;

export const emptyQueue = (sort: Sort = 'oldest', inSets = true): QueueState => ({
  sort,
  inSets,
  opened: new Set(),
  loaded: false,
  rows: [],
  held: [],
  total: 0,
  complete: true,
  out: new Map(),
  untold: new Set(),
  asked: -Infinity,
  left: new Map(),
  pointed: false,
  focused: false,
  chosen: null,
  selected: new Set(),
  guard: null,
});

export function queueReducer(state: QueueState, action: QueueAction): QueueState {
  const next = onLine(step(state, action));
  const isRead = action.type === 'answered' || action.type === 'continued';
  return isRead && hasJoined(state, next) ? { ...next, guard: 'unseen' } : next;
}

/** If the chosen row has no line of its own, chooses the line that contains it. */
function onLine(state: QueueState): QueueState {
  const key = lineWith(state, state.chosen)?.key ?? state.chosen;
  if (key === state.chosen) return state;
  return { ...state, chosen: key };
}

/** Whether photos were added to the chosen line, so that a key would decide on more than the person saw. */
function hasJoined(before: QueueState, after: QueueState): boolean {
  if (after.chosen === null || after.chosen !== before.chosen) return false;
  const known = new Set(lineWith(before, before.chosen)?.rows.map(({ key }) => key));
  return lineWith(after, after.chosen)?.rows.some(({ key }) => !known.has(key)) === true;
}

function step(state: QueueState, action: QueueAction): QueueState {
  switch (action.type) {
    case 'answered':
      return responded(state, action);
    case 'continued':
      return { ...continued(state, action.items), complete: action.complete };
    case 'gone':
      return told(state, action);
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

const onRow = (state: QueueState, key: string, change: (row: Row) => Row): QueueState => ({
  ...state,
  rows: state.rows.map((row) => (row.key === key ? change(row) : row)),
});

/** Whether a key may decide at `now` (ms): the person chose the row, or it was on the screen for long enough. */
export const mayDecide = ({ guard }: Pick<QueueState, 'guard'>, now: number): boolean =>
  guard === null || (guard !== 'unseen' && now - guard >= seenLeast);

/** The items that a key decides on: the selected rows, otherwise the chosen line; never ghosts. */
export function concerned(state: QueueState): readonly QueueItem[] {
  const present = state.rows.filter((row) => row.gone === null);
  const selected = present.filter(({ key }) => state.selected.has(key));
  return waitingOf(selected.length > 0 ? selected : (lineWith(state, state.chosen)?.rows ?? []));
}

type Choosing = 'chosen' | 'opened' | 'moved' | 'extended' | 'selected' | 'selected-all' | 'cleared';
function choose(state: QueueState, action: Extract<QueueAction, { type: Choosing }>): QueueState {
  switch (action.type) {
    case 'chosen':
      return {
        ...(lineWith(state, action.key)?.key === action.key ? state : opened(state, action.key, true)),
        ...{ chosen: action.key, guard: null },
      };
    case 'opened':
      return opened(state, action.key, action.on);
    case 'moved':
      return moved(state, action.by);
    case 'extended': {
      const from = state.chosen;
      const next = moved(state, action.by);
      const keys = [from, next.chosen].flatMap((key) =>
        waitingOf(lineWith(next, key)?.rows ?? []).map(keyOf),
      );
      return { ...next, selected: new Set([...state.selected, ...keys]) };
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
        selected: new Set(waitingOf(state.rows).map(keyOf)),
      };
    case 'cleared':
      return { ...state, selected: new Set() };
  }
}

function moved(state: QueueState, by: number): QueueState {
  const present = linesOf(state).filter(({ rows }) => waitingOf(rows).length > 0);
  const at = present.findIndex(({ key }) => key === state.chosen);
  const next = at < 0 ? present[0] : present[Math.min(Math.max(at + by, 0), present.length - 1)];
  return next === undefined ? state : { ...state, chosen: next.key, guard: null };
}

/** Opens (`on`) or closes the set that contains the row. */
function opened(state: QueueState, key: string, on: boolean): QueueState {
  const sets = linesOf(state).map(({ rows, opened: all }) => (on ? rows : (all ?? [])));
  const keys = sets.find((set) => set.some((row) => row.key === key))?.map((row) => row.key) ?? [];
  const after = new Set(state.opened);
  for (const each of keys)
    if (on) after.add(each);
    else after.delete(each);
  return { ...state, opened: after };
}
