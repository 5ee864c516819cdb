import { describe, expect, it } from 'vitest';

import type { QueueItem } from '#contracts/moderation/views';
import { queueItem } from '#contracts/testing/queue-item';

import { changedFrom } from '../desk/rows.ts';
import { emptyQueue, mayDecide, queueReducer } from './queue-state.ts';
import type { QueueAction, QueueState } from './queue-types.ts';

const item = (id: string, revision: number): QueueItem => queueItem({ id, submittedAt: id, revision });
const [a, b] = [item('a', 1), item('b', 1)];
const respond = (...items: QueueItem[]): QueueAction => ({
  type: 'answered',
  items,
  total: items.length,
  complete: true,
  asked: Infinity,
  at: 0,
});
const viewed = (id: string, revision: number): QueueAction => ({
  type: 'viewed',
  key: `city ${id}`,
  revision,
});
const given = (...actions: QueueAction[]): QueueState =>
  actions.reduce<QueueState>(queueReducer, emptyQueue());
const rowOf = ({ rows }: QueueState, id: string) => {
  const row = rows.find(({ key }) => key === `city ${id}`);
  if (row === undefined) throw new Error('There is no such row.');
  return row;
};
const shown: QueueAction = { type: 'seen', at: 0 };

describe('an item that changes after it was viewed', () => {
  it('is compared with the revision that was viewed first, however often it changes', () => {
    const state = given(
      respond(a, b),
      viewed('a', 1),
      respond(item('a', 2), b),
      viewed('a', 2),
      respond(item('a', 3), b),
    );
    expect(changedFrom(rowOf(state, 'a'))).toEqual(a);
    expect(changedFrom(rowOf(state, 'b'))).toBeNull();
  });

  it('does not count as changed if it was not viewed, or only at another revision', () => {
    const state = given(respond(a, b), viewed('a', 2), respond(item('a', 2), item('b', 2)));
    for (const id of ['a', 'b']) expect(changedFrom(rowOf(state, id))).toBeNull();
  });

  it('does not count as changed for the person who corrects it', () => {
    const state = given(
      respond(a),
      viewed('a', 1),
      { type: 'correcting', key: 'city a' },
      respond(item('a', 2)),
    );
    expect(changedFrom(rowOf(state, 'a'))).toBeNull();
  });

  it('is guarded against keys until it has been seen, if it is chosen or selected', () => {
    const chosen = given(respond(a, b), { type: 'chosen', key: 'city a' });
    expect(mayDecide(queueReducer(chosen, respond(a, item('b', 2))), 0)).toBe(true);
    const changed = queueReducer(chosen, respond(item('a', 2), b));
    expect(mayDecide(changed, 0)).toBe(false);
    expect(mayDecide(queueReducer(changed, shown), 1000)).toBe(true);
    const selected = queueReducer(chosen, { type: 'selected', keys: ['city b'], on: true });
    expect(mayDecide(queueReducer(selected, respond(a, item('b', 2))), 0)).toBe(false);
  });

  it('is compared with the revision that was decided on, if the decision was refused for a change', () => {
    const state = given(
      respond(a, b),
      { type: 'decided', items: [a, b] },
      {
        type: 'returned',
        items: [a, b],
        choose: false,
        since: 0,
        at: 0,
        refused: new Map([['city b', 'No connection.']]),
        changed: new Set(['city a']),
      },
      respond(item('a', 2), b),
    );
    expect(changedFrom(rowOf(state, 'a'))).toEqual(a);
    expect(rowOf(state, 'b')).toMatchObject({ refused: 'No connection.', viewed: null });
  });
});
