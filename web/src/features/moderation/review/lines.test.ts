import { describe, expect, it } from 'vitest';

import type { QueueItem } from '#contracts/moderation/views';
import { queueItem } from '#contracts/testing/queue-item';

import { linesOf } from './lines.ts';
import { concerned, emptyQueue, queueReducer } from './queue-state.ts';
import type { QueueAction, QueueState } from './queue-types.ts';

const place = '00000000-0000-4000-8000-00000000000a';
const submitter = { id: 'p', name: 'Pia', approved: 0, declined: 0, isNew: true, trusted: false };
const at = (minutes: number): string => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
const photo = (id: string, minutes: number, more: Partial<QueueItem> = {}): QueueItem =>
  queueItem({ kind: 'photo', id, submittedAt: at(minutes), locationId: place, submitter, ...more });
const city = (id: string, minutes: number): QueueItem => queueItem({ id, submittedAt: at(minutes) });
const all = [photo('a', 0), city('B', 1), photo('c', 2), photo('d', 9), city('E', 20), photo('f', 21)];

type Act = QueueAction;
const respond = (items: readonly QueueItem[]): Act => ({
  ...{ type: 'answered', items, total: items.length, complete: true, asked: Infinity, at: 0 },
});
const after = (state: QueueState, ...actions: Act[]) =>
  actions.reduce<QueueState>((each, action) => queueReducer(each, action), state);
const given = (...actions: Act[]) => after(emptyQueue(), respond(all), ...actions);
const opened = (id: string, on = true): Act => ({ type: 'opened', key: `photo ${id}`, on });
const chosen = (key: string): Act => ({ type: 'chosen', key });
const down: Act = { type: 'moved', by: 1 };

const lines = (state: QueueState): string =>
  linesOf(state)
    .map(({ rows }) => rows.map(({ item, gone }) => (gone ? `(${item.id})` : item.id)).join(''))
    .join(' ');
const about = (state: QueueState): string =>
  concerned(state)
    .map(({ id }) => id)
    .join('');

describe('a set of photos', () => {
  it('is one line, and a key decides all its photos at the revisions that were shown', () => {
    const state = given();
    expect(lines(state)).toBe('acd B E f');
    expect(about(state)).toBe('acd');
    expect(concerned(state)).toEqual([all[0], all[2], all[3]]);
    expect(about(after(state, down))).toBe('B');
    expect(about(after(state, down, down, down))).toBe('f');
    expect(about(after(state, down, { type: 'moved', by: -1 }))).toBe('acd');
  });

  it('never joins photos of several people or places, and does not exist in a grid', () => {
    const others = [
      photo('x', 1, { submitter: { ...submitter, id: 'q' } }),
      photo('y', 1, { locationId: null }),
    ];
    expect(lines(after(emptyQueue(), respond([...all, ...others])))).toBe('acd B x y E f');
    expect(lines(after(emptyQueue('oldest', false), respond(all)))).toBe('a B c d E f');
  });

  it('is selected as a whole, also with Shift', () => {
    const state = given({ type: 'extended', by: 1 });
    expect(about(state)).toBe('aBcd');
  });

  it('can be opened, so that each photo is decided by itself, and closed again', () => {
    const state = given(opened('a'));
    expect(lines(state)).toBe('a c d B E f');
    expect(about(state)).toBe('a');
    expect(about(after(state, down))).toBe('c');
    expect(about(after(state, down, down, down))).toBe('B');
    const closed = after(state, down, opened('c', false));
    expect([lines(closed), about(closed)]).toEqual(['acd B E f', 'acd']);
    expect(after(state, opened('a', false)).guard).toBeNull();
  });

  it('opens when one of its photos is chosen', () => {
    const state = given(chosen('photo c'));
    expect([lines(state), about(state)]).toEqual(['a c d B E f', 'c']);
  });

  it('is guarded when a photo joins; that photo stays when the set is decided as it was shown', () => {
    const [known, more] = [all.slice(0, 4), [...all.slice(0, 4), photo('g', 9.5)]];
    const state = after(emptyQueue(), respond(known));
    const grown = after(state, respond(more));
    expect([lines(grown), grown.guard]).toEqual(['acdg B', 'unseen']);
    expect(lines(after(grown, { type: 'decided', items: concerned(state) }))).toBe('B g');
    expect(after(state, chosen('city B'), respond(more)).guard).toBeNull();
  });

  it('stays chosen without the photos that another person decides', () => {
    const gone = (...ids: string[]): Act => ({
      ...{ type: 'gone', keys: ids.map((id) => `photo ${id}`), by: null, at: 0 },
    });
    const state = given({ type: 'pointed', on: true }, gone('a'));
    expect([lines(state), about(state)]).toEqual(['(a)cd B E f', 'cd']);
    const none = after(state, gone('c', 'd'));
    expect([lines(none), about(none)]).toEqual(['(a)(c)(d) B E f', 'B']);
  });

  it('comes back closed and chosen when its decision is undone', () => {
    const state = given();
    const items = concerned(state);
    const undone = after(
      state,
      { type: 'decided', items },
      {
        ...{ type: 'returned', items, choose: true, since: 0, at: 0 },
      },
    );
    expect([lines(undone), about(undone)]).toEqual(['acd B E f', 'acd']);
  });
});
