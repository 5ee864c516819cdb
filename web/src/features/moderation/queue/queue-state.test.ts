import { describe, expect, it } from 'vitest';

import {
  concerned,
  emptyQueue,
  mayDecide,
  queueReducer,
  type QueueAction,
  type QueueState,
} from './queue-state.ts';
import type { Listed } from './rows.ts';

// A letter is an item, and its time.
const items = (letters: string): Listed[] =>
  [...letters].map((id) => ({ kind: 'city', id, submittedAt: id }));
const keys = (letters: string): string[] => [...letters].map((id) => `city ${id}`);
const mia = { id: 'm', name: 'Mia' };

type Act = QueueAction<Listed>;
const answer = (
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
const gone = (letters: string, at = 0): Act => ({ type: 'gone', keys: keys(letters), by: mia, at });
const decided = (letters: string): Act => ({ type: 'decided', items: items(letters) });
const settled = (letters: string, at: number): Act => ({ type: 'settled', keys: keys(letters), at });
const undone = (letters: string, since = 0): Act => ({
  type: 'returned',
  items: items(letters),
  choose: true,
  since,
});
const chosen = (letter: string): Act => ({ type: 'chosen', key: `city ${letter}` });
const selected = (letters: string): Act => ({ type: 'selected', keys: keys(letters), on: true });
const after = (state: QueueState<Listed>, ...actions: Act[]) =>
  actions.reduce<QueueState<Listed>>((each, action) => queueReducer(each, action), state);
const given = (...actions: Act[]) => after(emptyQueue<Listed>(), ...actions);
const newest = (...actions: Act[]) => after(emptyQueue<Listed>('newest'), ...actions);

const shown = ({ rows }: QueueState<Listed>): string =>
  rows.map(({ item, gone: ghost }) => (ghost ? `(${item.id})` : item.id)).join('');
const held = (state: QueueState<Listed>): string => state.held.map(({ id }) => id).join('');
const about = (state: QueueState<Listed>): string =>
  concerned(state)
    .map(({ id }) => id)
    .join('');

describe('arrivals move nothing', () => {
  it('are added at the end while nobody is at the list', () => {
    expect(shown(given(answer('ab'), answer('abc')))).toBe('abc');
  });
  it('wait behind the pill while somebody points at it, or has the focus in it', () => {
    for (const type of ['pointed', 'focused'] as const) {
      const state = given(answer('ab'), { type, on: true }, answer('abcd'));
      expect([shown(state), held(state)]).toEqual(['ab', 'cd']);
    }
  });
  it('wait behind the pill where they would push rows down', () => {
    const state = newest(answer('ba'), answer('cba'));
    expect([shown(state), held(state)]).toEqual(['ba', 'c']);
  });
  it('are shown at once in an empty list, and guarded', () => {
    const state = given(answer(''), pointed(), answer('a'));
    expect([shown(state), state.chosen, state.guard]).toEqual(['a', 'city a', 'unseen']);
  });
  it('are shown when asked for, and the first of them is chosen', () => {
    const state = given(answer('bd'), pointed(), answer('abcd'), { type: 'revealed' });
    expect([shown(state), held(state), about(state)]).toEqual(['abcd', '', 'a']);
  });
  it('are not what a longer list goes on with', () => {
    const state = given(
      answer('bcd', { complete: false, total: 9 }),
      pointed(),
      decided('b'),
      answer('acdef', { complete: false, total: 9 }),
    );
    expect([shown(state), held(state), state.total]).toEqual(['cdef', 'a', 9]);
  });
  it('leave the held list when another hand decides them', () => {
    expect(held(given(answer('a'), pointed(), answer('abc'), gone('b')))).toBe('c');
  });
});

describe('the list goes on', () => {
  const first = answer('abc', { complete: false, total: 6 });
  it('with the next page, nothing twice', () => {
    const state = given(first, { type: 'continued', items: items('cde'), complete: false });
    expect(shown(state)).toBe('abcde');
  });
  it('and an answer about its beginning leaves the rest as it is', () => {
    const state = given(
      first,
      { type: 'continued', items: items('def'), complete: true },
      answer('ab', { complete: false, total: 5 }),
    );
    expect([shown(state), state.complete, state.total]).toEqual(['abcdef', true, 5]);
  });
});

describe('decided by another hand', () => {
  it('a row stays as a ghost that says who', () => {
    const state = given(answer('abc'), gone('b'));
    expect([shown(state), state.rows[1]?.gone?.by, state.total]).toEqual(['a(b)c', mia, 2]);
  });
  it('ghosts alone are no list', () => {
    const state = given(answer('a'), pointed(), gone('a'));
    expect(shown(state)).toBe('(a)');
    expect(shown(after(state, pointed(false)))).toBe('');
  });
  it('who decided is known for longer than the ghost stays, until the item waits again', () => {
    const state = given(answer('ab'), gone('b', 5), { type: 'swept', before: 6 });
    expect([shown(state), state.left.get('city b')?.by]).toEqual(['a', mia]);
    expect(after(state, answer('ab')).left.size).toBe(0);
  });
  it('a ghost goes after a while, though not under the pointer', () => {
    const focused = given(answer('abc'), { type: 'focused', on: true }, gone('b', 5));
    expect(shown(after(focused, { type: 'swept', before: 5 }))).toBe('a(b)c');
    expect(shown(after(focused, { type: 'swept', before: 6 }))).toBe('ac');
    expect(shown(after(focused, pointed(), { type: 'swept', before: 6 }))).toBe('a(b)c');
  });
  it('what an answer no longer lists is a ghost too', () => {
    expect(shown(given(answer('abc'), pointed(), answer('ac')))).toBe('a(b)c');
  });
  it('who decided is told also where an answer came first', () => {
    const state = given(answer('abc'), answer('ac'), gone('b'));
    expect([shown(state), state.rows[1]?.gone?.by, state.total]).toEqual(['a(b)c', mia, 2]);
  });
  it('an answer that was asked for before that brings nothing back', () => {
    const state = given(answer('abc'), gone('b', 10), answer('abc', { asked: 9 }));
    expect([shown(state), state.left.get('city b')?.by, state.total]).toEqual(['a(b)c', mia, 2]);
    expect(held(given(answer('a'), pointed(), answer('ab'), gone('b', 10), answer('ab', { asked: 9 })))).toBe(
      '',
    );
  });
  it('a ghost that waits again is a row', () => {
    expect(shown(given(answer('abc'), pointed(), gone('b'), answer('abc')))).toBe('abc');
  });
});

describe('when the chosen item leaves', () => {
  const busy = [answer('abcd'), pointed()] as const;
  it('its next neighbour is chosen, whoever decided', () => {
    expect(about(given(...busy, chosen('b'), decided('b')))).toBe('c');
    expect(about(given(...busy, chosen('b'), gone('b')))).toBe('c');
  });
  it('the one before, where it was the last', () => {
    expect(about(given(...busy, chosen('d'), decided('d')))).toBe('c');
    expect(about(given(...busy, chosen('d'), gone('d')))).toBe('c');
  });
  it('a ghost is no neighbour', () => {
    expect(about(given(...busy, chosen('b'), gone('c'), decided('b')))).toBe('d');
    expect(about(given(...busy, chosen('c'), gone('d'), gone('c')))).toBe('b');
  });
  it('the choice stays where another row leaves', () => {
    expect(about(given(...busy, chosen('c'), gone('ab'), decided('d')))).toBe('c');
  });
  it('deciding what is there no more changes no choice', () => {
    // The first release chose the last row here: nothing was found, and -1 was taken for a place.
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
  it('after an undo what came back is chosen, in its place', () => {
    const state = given(...busy, chosen('b'), decided('b'), decided('c'), undone('b'));
    expect([shown(state), about(state), state.guard]).toEqual(['abd', 'b', null]);
  });
  it('a decision that failed brings its row back and leaves the choice', () => {
    const state = given(...busy, chosen('b'), decided('b'), {
      type: 'returned',
      since: 0,
      items: items('b'),
      choose: false,
    });
    expect([shown(state), about(state)]).toEqual(['abcd', 'c']);
  });
  it('nothing is chosen once nothing is left', () => {
    const state = given(answer('a'), pointed(), chosen('a'), gone('a'));
    expect([about(state), state.chosen]).toEqual(['', null]);
  });
});

describe('the guard', () => {
  const state = given(answer('abc'), pointed(), chosen('a'), gone('a'));
  it('holds keys back until the new row has been seen for 400 ms', () => {
    expect(mayDecide(state, 1_000_000)).toBe(false);
    const seen = after(state, { type: 'seen', at: 1000 });
    expect([mayDecide(seen, 1399), mayDecide(seen, 1400)]).toEqual([false, true]);
  });
  it('begins anew with the next such decision', () => {
    const again = after(state, { type: 'seen', at: 1000 }, gone('b'));
    expect([about(again), mayDecide(again, 9999)]).toEqual(['c', false]);
  });
  it('is over once somebody chooses', () => {
    expect(mayDecide(after(state, chosen('c')), 0)).toBe(true);
    expect(mayDecide(after(state, { type: 'moved', by: 1 }), 0)).toBe(true);
  });
  it('does not slow down who decides alone, nor mind what happens to other rows', () => {
    expect(mayDecide(given(answer('abc'), chosen('a'), decided('a')), 0)).toBe(true);
    expect(mayDecide(given(answer('abc'), pointed(), chosen('a'), gone('c')), 0)).toBe(true);
  });
  it('also holds where what was selected has shrunk, or where arrivals take the place of the last row', () => {
    expect(given(answer('abc'), pointed(), selected('ab'), gone('b')).guard).toBe('unseen');
    expect(given(answer('a'), pointed(), answer('ab'), decided('a')).guard).toBe('unseen');
  });
});

describe('a selection', () => {
  it('is what a key decides on, without ghosts', () => {
    const state = given(answer('abcd'), pointed(), chosen('d'), selected('abc'), gone('b'));
    expect(about(state)).toBe('ac');
  });
  it('is extended from the chosen row, and emptied', () => {
    const state = given(
      answer('abcd'),
      chosen('b'),
      { type: 'extended', by: 1 },
      { type: 'extended', by: 1 },
    );
    expect(about(state)).toBe('bcd');
    expect(about(after(state, { type: 'cleared' }))).toBe('d');
  });
  it('does not outlive a decision', () => {
    expect(given(answer('abcd'), selected('ab'), decided('ab')).selected.size).toBe(0);
  });
});

it('keeps what was decided here away while answers still hold it', () => {
  const state = given(answer('abc'), decided('b'), answer('abc'));
  expect([shown(state), state.total]).toEqual(['ac', 2]);
  // Once they do not, it would come by another hand: an arrival.
  expect(held(after(state, answer('ac'), answer('abc')))).toBe('b');
});

it('takes an answer twice without a change', () => {
  const once = given(answer('ab'), pointed(), answer('abc'));
  expect(queueReducer(once, answer('abc'))).toEqual(once);
});

describe('how many wait', () => {
  const first = (total: number, asked: number, letters = 'ab') =>
    answer(letters, { complete: false, total, asked });
  it('leaves out what was decided here, until an answer knows of it', () => {
    const begun = given(first(9, 0), decided('a'));
    expect(begun.total).toBe(8);
    expect(after(begun, first(9, 1)).total).toBe(8);
    expect(after(begun, settled('a', 5), first(8, 6, 'bc')).total).toBe(8);
  });
  it('leaves it out too where the answer does not reach so far', () => {
    const more: Act = { type: 'continued', items: items('cd'), complete: false };
    const begun = given(first(9, 0), more, decided('d'));
    expect(after(begun, first(9, 1)).total).toBe(8);
    expect(after(begun, settled('d', 5), first(9, 4)).total).toBe(8);
    expect(after(begun, settled('d', 5), first(8, 6)).total).toBe(8);
  });
  it('counts once what came back, whoever told of it first', () => {
    const begun = given(first(9, 0), decided('a'), settled('a', 5));
    expect(after(begun, undone('a', 10)).total).toBe(9);
    // An answer that was asked for while it was being taken back has it already, held back or far down.
    const told = given(answer('bc'), pointed(), answer('abc', { total: 3, asked: 11 }));
    expect([held(told), after(told, undone('a', 10)).total]).toEqual(['a', 3]);
    const far = after(begun, first(9, 11, 'bc'));
    expect(after(far, undone('z', 10)).total).toBe(9);
  });
  it('shows again what another hand took back', () => {
    const state = given(
      answer('ab', { asked: 0 }),
      decided('a'),
      settled('a', 5),
      answer('ab', { asked: 6 }),
    );
    expect([shown(state), held(state), state.total]).toEqual(['b', 'a', 2]);
  });
});
