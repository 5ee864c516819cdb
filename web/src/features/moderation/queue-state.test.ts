import { describe, expect, it } from 'vitest';

import { emptyQueue, queueReducer, type QueueAction, type QueueState } from './queue-state.ts';

interface Item {
  readonly id: string;
}
const items = (ids: string): Item[] => [...ids].map((id) => ({ id }));
const given = (...actions: QueueAction<Item>[]): QueueState<Item> =>
  actions.reduce<QueueState<Item>>((state, action) => queueReducer(state, action), emptyQueue());
const answer = (ids: string): QueueAction<Item> => ({ type: 'answered', items: items(ids) });
const pointed = (on: boolean): QueueAction<Item> => ({ type: 'pointed', on });
const shown = (state: QueueState<Item>): string =>
  state.rows.map((row) => (row.gone ? `(${row.item.id})` : row.item.id)).join('');
const held = (state: QueueState<Item>): string => state.held.map((item) => item.id).join('');

describe('a live queue', () => {
  it('shows arrivals at once while nobody is at the list', () => {
    expect(shown(given(answer('ab'), answer('abc')))).toBe('abc');
  });

  it('holds arrivals while somebody points at it', () => {
    const state = given(answer('ab'), pointed(true), answer('abcd'));
    expect([shown(state), held(state)]).toEqual(['ab', 'cd']);
  });

  it('holds arrivals while focus is in it', () => {
    const state = given(answer('ab'), { type: 'focused', on: true }, answer('abc'));
    expect([shown(state), held(state)]).toEqual(['ab', 'c']);
  });

  it('shows arrivals at once in an empty list, even under the pointer', () => {
    expect(shown(given(answer(''), pointed(true), answer('a')))).toBe('a');
  });

  it('shows what is held when asked to, in the server order', () => {
    const state = given(answer('bd'), pointed(true), answer('abcd'), { type: 'revealed' });
    expect([shown(state), held(state)]).toEqual(['abcd', '']);
  });

  it('keeps a row in its place when another hand decided it, until nobody is at the list', () => {
    const busy = given(answer('abc'), pointed(true), answer('ac'));
    expect(shown(busy)).toBe('a(b)c');
    expect(shown(queueReducer(busy, pointed(false)))).toBe('ac');
  });

  it('takes a decided row away at once and keeps it away while answers still hold it', () => {
    const state = given(answer('abc'), { type: 'decided', ids: ['b'] }, answer('abc'));
    expect(shown(state)).toBe('ac');
    expect(shown(queueReducer(state, answer('ac')))).toBe('ac');
  });

  it('shows what is held once the last row was decided', () => {
    const state = given(answer('a'), pointed(true), answer('ab'), { type: 'decided', ids: ['a'] });
    expect([shown(state), held(state)]).toEqual(['b', '']);
  });

  it('puts a row back in its place when the decision failed', () => {
    const decided = given(answer('abc'), pointed(true), { type: 'decided', ids: ['b'] });
    expect(shown(queueReducer(decided, { type: 'returned', ids: ['b'] }))).toBe('abc');
  });

  it('shows an undone row at once, under the pointer too', () => {
    const state = given(
      answer('abc'),
      pointed(true),
      { type: 'decided', ids: ['b'] },
      answer('ac'),
      { type: 'returned', ids: ['b'] },
      answer('abcd'),
    );
    expect([shown(state), held(state)]).toEqual(['abc', 'd']);
  });

  it('takes an answer twice without a change', () => {
    const once = given(answer('ab'), pointed(true), answer('abc'));
    expect(queueReducer(once, answer('abc'))).toEqual(once);
  });
});
