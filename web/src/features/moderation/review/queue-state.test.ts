import { describe, expect, it } from 'vitest';

import type { QueueItem } from '#contracts/moderation/views';
import { queueItem } from '#contracts/testing/queue-item';

import { unknownRevision } from '../desk/rows.ts';
import { concerned, emptyQueue, mayDecide, queueReducer } from './queue-state.ts';
import type { QueueAction, QueueState } from './queue-types.ts';

// Each letter is an item and also its time.
const items = (letters: string): QueueItem[] =>
  [...letters].map((id) => queueItem({ id, submittedAt: id, revision: 0 }));
const keys = (letters: string): string[] => [...letters].map((id) => `city ${id}`);
const mia = { id: 'm', name: 'Mia' };

type Act = QueueAction;
const respond = (
  letters: string,
  { complete = true, total = letters.length, asked = Infinity } = {},
): Act => ({
  type: 'answered',
  items: items(letters),
  total,
  complete,
  asked,
  at: 0,
});
const pointed = (on = true): Act => ({ type: 'pointed', on });
const gone = (letters: string, at = 0, own = false): Act => ({
  type: 'gone',
  keys: keys(letters),
  by: mia,
  at,
  own,
});
const ownGone = (letters: string): Act => gone(letters, 0, true);
const decided = (letters: string): Act => ({ type: 'decided', items: items(letters) });
const settled = (letters: string, at: number): Act => ({ type: 'settled', keys: keys(letters), at });
const undone = (letters: string, since = 0, at = since) => ({
  type: 'returned' as const,
  items: items(letters),
  choose: true,
  since,
  at,
});
const chosen = (letter: string): Act => ({ type: 'chosen', key: `city ${letter}` });
const selected = (letters: string): Act => ({ type: 'selected', keys: keys(letters), on: true });
const after = (state: QueueState, ...actions: Act[]) =>
  actions.reduce<QueueState>((each, action) => queueReducer(each, action), state);
const given = (...actions: Act[]) => after(emptyQueue(), ...actions);
const newest = (...actions: Act[]) => after(emptyQueue('newest'), ...actions);

const shown = ({ rows }: QueueState): string =>
  rows.map(({ item, gone: ghost }) => (ghost ? `(${item.id})` : item.id)).join('');
const held = (state: QueueState): string => state.held.map(({ id }) => id).join('');
const about = (state: QueueState): string =>
  concerned(state)
    .map(({ id }) => id)
    .join('');

describe('new items', () => {
  it('are added at the end while the pointer and the focus are outside the list', () => {
    expect(shown(given(respond('ab'), respond('abc')))).toBe('abc');
  });
  it('wait behind the pill while the pointer or the focus is in the list', () => {
    for (const type of ['pointed', 'focused'] as const) {
      const state = given(respond('ab'), { type, on: true }, respond('abcd'));
      expect([shown(state), held(state)]).toEqual(['ab', 'cd']);
    }
  });
  it('wait behind the pill if they would push rows down', () => {
    const state = newest(respond('ba'), respond('cba'));
    expect([shown(state), held(state)]).toEqual(['ba', 'c']);
  });
  it('are shown at once in an empty list, and are guarded against keys', () => {
    const state = given(respond(''), pointed(), respond('a'));
    expect([shown(state), state.chosen, state.guard]).toEqual(['a', 'city a', 'unseen']);
  });
  it('are shown on request, and the first of them is chosen', () => {
    const state = given(respond('bd'), pointed(), respond('abcd'), { type: 'revealed' });
    expect([shown(state), held(state), about(state)]).toEqual(['abcd', '', 'a']);
  });
  it('do not include items of the next page', () => {
    const state = given(
      respond('bcd', { complete: false, total: 9 }),
      pointed(),
      decided('b'),
      respond('acdef', { complete: false, total: 9 }),
    );
    expect([shown(state), held(state), state.total]).toEqual(['cdef', 'a', 9]);
  });
  it('leave the pill when another person decides them', () => {
    expect(held(given(respond('a'), pointed(), respond('abc'), gone('b')))).toBe('c');
  });
});

describe('loading more of the list', () => {
  const first = respond('abc', { complete: false, total: 6 });
  it('adds the next page without duplicates', () => {
    const state = given(first, { type: 'continued', items: items('cde'), complete: false });
    expect(shown(state)).toBe('abcde');
  });
  it('does not add an item that was decided here a moment ago', () => {
    const state = given(first, decided('c'), { type: 'continued', items: items('cd'), complete: false });
    expect(shown(state)).toBe('abd');
  });
  it('keeps later rows when a response covers only the first ones', () => {
    const state = given(
      first,
      { type: 'continued', items: items('def'), complete: true },
      respond('ab', { complete: false, total: 5 }),
    );
    expect([shown(state), state.complete, state.total]).toEqual(['abcdef', true, 5]);
  });
});

describe('when another person decides', () => {
  it('a row stays as a ghost that says who decided', () => {
    const state = given(respond('abc'), gone('b'));
    expect([shown(state), state.rows[1]?.gone?.by, state.total]).toEqual(['a(b)c', mia, 2]);
  });
  it('a list of only ghosts is emptied once the pointer leaves it', () => {
    const state = given(respond('a'), pointed(), gone('a'));
    expect(shown(state)).toBe('(a)');
    expect(shown(after(state, pointed(false)))).toBe('');
  });
  it('their name stays known after the ghost is removed, until the item waits again', () => {
    const state = given(respond('ab'), gone('b', 5), { type: 'swept', before: 6 });
    expect([shown(state), state.left.get('city b')?.by]).toEqual(['a', mia]);
    expect(after(state, respond('ab')).left.size).toBe(0);
  });
  it('a ghost disappears after a while, but not while the pointer is on the list', () => {
    const focused = given(respond('abc'), { type: 'focused', on: true }, gone('b', 5));
    expect(shown(after(focused, { type: 'swept', before: 5 }))).toBe('a(b)c');
    expect(shown(after(focused, { type: 'swept', before: 6 }))).toBe('ac');
    expect(shown(after(focused, pointed(), { type: 'swept', before: 6 }))).toBe('a(b)c');
  });
  it('a row that is missing from a response becomes a ghost too', () => {
    expect(shown(given(respond('abc'), pointed(), respond('ac')))).toBe('a(b)c');
  });
  it('a ghost says who decided even if a response came before the message', () => {
    const state = given(respond('abc'), respond('ac'), gone('b'));
    expect([shown(state), state.rows[1]?.gone?.by, state.total]).toEqual(['a(b)c', mia, 2]);
  });
  it('a response requested before the decision does not bring the row back', () => {
    const state = given(respond('abc'), gone('b', 10), respond('abc', { asked: 9 }));
    expect([shown(state), state.left.get('city b')?.by, state.total]).toEqual(['a(b)c', mia, 2]);
    expect(
      held(given(respond('a'), pointed(), respond('ab'), gone('b', 10), respond('ab', { asked: 9 }))),
    ).toBe('');
  });
  it('a ghost that waits again becomes a row', () => {
    expect(shown(given(respond('abc'), pointed(), gone('b'), respond('abc')))).toBe('abc');
  });
});

describe('a socket message that items left', () => {
  const busy = [respond('abc'), pointed(), decided('ab')] as const;
  it('is ignored for a decision made here, also if that was undone and the items are selected again', () => {
    const state = given(
      ...busy,
      settled('ab', 1),
      undone('ab', 2),
      selected('ab'),
      ownGone('ab'),
      ownGone('c'),
    );
    expect([shown(state), about(state), state.total]).toEqual(['ab(c)', 'ab', 2]);
    expect(shown(after(state, respond('ab', { asked: -1 })))).toBe('ab(c)');
  });
  it('makes ghosts if it is the second one for an item, or if another person decided', () => {
    expect(shown(given(...busy, ownGone('a'), undone('ab', 2), ownGone('a')))).toBe('(a)bc');
    expect(shown(given(...busy, undone('ab', 2), gone('a')))).toBe('(a)bc');
  });
  it('makes ghosts if the decision made here was refused', () => {
    const refused: Act = { ...undone('ab', 2), choose: false };
    expect(shown(given(...busy, refused, ownGone('a')))).toBe('(a)bc');
  });
});

describe('when items leave or return', () => {
  const busy = [respond('abcd'), pointed()] as const;
  it('the row after the chosen one is chosen, regardless of who decided', () => {
    expect(about(given(...busy, chosen('b'), decided('b')))).toBe('c');
    expect(about(given(...busy, chosen('b'), gone('b')))).toBe('c');
  });
  it('the row before the chosen one is chosen if it was the last', () => {
    expect(about(given(...busy, chosen('d'), decided('d')))).toBe('c');
    expect(about(given(...busy, chosen('d'), gone('d')))).toBe('c');
  });
  it('a ghost is never chosen', () => {
    expect(about(given(...busy, chosen('b'), gone('c'), decided('b')))).toBe('d');
    expect(about(given(...busy, chosen('c'), gone('d'), gone('c')))).toBe('b');
  });
  it('the choice stays when another row leaves', () => {
    expect(about(given(...busy, chosen('c'), gone('ab'), decided('d')))).toBe('c');
  });
  it('deciding an item that has already left does not change the choice', () => {
    // A regression: the item was not found and -1 was used as its position, so the last row was chosen.
    const state = given(
      ...busy,
      chosen('b'),
      gone('b'),
      pointed(false),
      { type: 'swept', before: 1 },
      decided('b'),
    );
    expect([shown(state), about(state)]).toEqual(['acd', 'c']);
  });
  it('an undo returns the item to its old place and chooses it', () => {
    const state = given(...busy, chosen('b'), decided('b'), decided('c'), undone('b'));
    expect([shown(state), about(state), state.guard]).toEqual(['abd', 'b', null]);
  });
  it('a response requested before the undo does not remove the item again; a later one does', () => {
    const returned = given(...busy, chosen('b'), decided('b'), settled('b', 3), undone('b', 5, 7));
    const early = after(returned, respond('acd', { total: 3, asked: 6 }));
    expect([shown(early), about(early), early.total]).toEqual(['abcd', 'b', 4]);
    const late = after(early, respond('acd', { total: 3, asked: 8 }));
    expect([shown(late), about(late), late.total]).toEqual(['a(b)cd', 'c', 3]);
  });
  it('a failed decision brings its row back and keeps the choice', () => {
    const state = given(...busy, chosen('b'), decided('b'), {
      type: 'returned',
      since: 0,
      at: 0,
      items: items('b'),
      choose: false,
    });
    expect([shown(state), about(state)]).toEqual(['abcd', 'c']);
  });
  it('nothing is chosen in an empty list', () => {
    const state = given(respond('a'), pointed(), chosen('a'), gone('a'));
    expect([about(state), state.chosen]).toEqual(['', null]);
  });
});

describe('the guard', () => {
  const state = given(respond('abc'), pointed(), chosen('a'), gone('a'));
  it('blocks keys until the new row has been seen for 400 ms', () => {
    expect(mayDecide(state, 1_000_000)).toBe(false);
    const seen = after(state, { type: 'seen', at: 1000 });
    expect([mayDecide(seen, 1399), mayDecide(seen, 1400)]).toEqual([false, true]);
  });
  it('starts over when another person decides again', () => {
    const again = after(state, { type: 'seen', at: 1000 }, gone('b'));
    expect([about(again), mayDecide(again, 9999)]).toEqual(['c', false]);
  });
  it('is lifted once the person chooses a row', () => {
    expect(mayDecide(after(state, chosen('c')), 0)).toBe(true);
    expect(mayDecide(after(state, { type: 'moved', by: 1 }), 0)).toBe(true);
  });
  it('does not slow down a person who decides alone, and ignores changes to other rows', () => {
    expect(mayDecide(given(respond('a')), 0)).toBe(true);
    expect(mayDecide(given(respond('abc'), chosen('a'), decided('a')), 0)).toBe(true);
    expect(mayDecide(given(respond('abc'), pointed(), chosen('a'), gone('c')), 0)).toBe(true);
  });
  it('is not started by the first reading of an item that an undo has returned', () => {
    const back = items('a').map((item) => ({ ...item, revision: unknownRevision }));
    const returned = given(respond('ab'), decided('a'), { ...undone('a'), items: back });
    expect(mayDecide(after(returned, respond('ab')), 0)).toBe(true);
  });
  it('also starts when the selection shrinks, or when new items replace the last row', () => {
    expect(given(respond('abc'), pointed(), selected('ab'), gone('b')).guard).toBe('unseen');
    expect(given(respond('a'), pointed(), respond('ab'), decided('a')).guard).toBe('unseen');
  });
});

describe('a selection', () => {
  it('is decided by a key, without its ghosts', () => {
    const state = given(respond('abcd'), pointed(), chosen('d'), selected('abc'), gone('b'));
    expect(about(state)).toBe('ac');
  });
  it('extends from the chosen row, and can be cleared', () => {
    const state = given(
      respond('abcd'),
      chosen('b'),
      { type: 'extended', by: 1 },
      { type: 'extended', by: 1 },
    );
    expect(about(state)).toBe('bcd');
    expect(about(after(state, { type: 'cleared' }))).toBe('d');
  });
  it('is cleared by a decision', () => {
    expect(given(respond('abcd'), selected('ab'), decided('ab')).selected.size).toBe(0);
  });
});

it('hides items decided here while responses still contain them', () => {
  const state = given(respond('abc'), decided('b'), respond('abc'));
  expect([shown(state), state.total]).toEqual(['ac', 2]);
  // After a response without the item, a response that contains it again makes it a new item.
  expect(held(after(state, respond('ac'), respond('abc')))).toBe('b');
});

it('does not change when the same response arrives twice', () => {
  const once = given(respond('ab'), pointed(), respond('abc'));
  expect(queueReducer(once, respond('abc'))).toEqual(once);
});

describe('the number of waiting items', () => {
  const first = (total: number, asked: number, letters = 'ab') =>
    respond(letters, { complete: false, total, asked });
  it('excludes items decided here, also if a response still counts them', () => {
    const begun = given(first(9, 0), decided('a'));
    expect(begun.total).toBe(8);
    expect(after(begun, first(9, 1)).total).toBe(8);
    expect(after(begun, settled('a', 5), first(8, 6, 'bc')).total).toBe(8);
  });
  it('excludes such an item even if it is beyond the end of the response', () => {
    const more: Act = { type: 'continued', items: items('cd'), complete: false };
    const begun = given(first(9, 0), more, decided('d'));
    expect(after(begun, first(9, 1)).total).toBe(8);
    expect(after(begun, settled('d', 5), first(9, 4)).total).toBe(8);
    expect(after(begun, settled('d', 5), first(8, 6)).total).toBe(8);
  });
  it('counts a returned item once, whether the undo or the response came first', () => {
    const begun = given(first(9, 0), decided('a'), settled('a', 5));
    expect(after(begun, undone('a', 10)).total).toBe(9);
    expect(after(begun, first(8, 6, 'bc'), undone('a', 10)).total).toBe(9);
    // A response requested during the undo already counts the item, behind the pill or further down.
    const answeredDuringUndo = given(respond('bc'), pointed(), respond('abc', { total: 3, asked: 11 }));
    expect([held(answeredDuringUndo), after(answeredDuringUndo, undone('a', 10)).total]).toEqual(['a', 3]);
    const far = after(begun, first(9, 11, 'bc'));
    expect(after(far, undone('z', 10)).total).toBe(9);
  });
  it('includes an item again if another person undoes its decision', () => {
    const state = given(
      respond('ab', { asked: 0 }),
      decided('a'),
      settled('a', 5),
      respond('ab', { asked: 6 }),
    );
    expect([shown(state), held(state), state.total]).toEqual(['b', 'a', 2]);
  });
});
