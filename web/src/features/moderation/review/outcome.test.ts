import { describe, expect, it } from 'vitest';

import type { DecisionItem } from '#contracts/moderation/commands';
import { queueItem } from '#contracts/testing/queue-item';

import { failureToast, hasFailed, nothingYet, outcomeOf, together } from './outcome.ts';
import type { Press, Result } from './send.ts';

const names = ['Aue', 'Bank', 'Court', 'Dome'];
const items = names.map((id) => queueItem({ id }));
const decisions = items.map(({ kind, id, entityType, entityId, revision }): DecisionItem => ({
  kind,
  id,
  entityType,
  entityId,
  revision,
  decision: 'approve',
}));
const press = (count: number): Press => ({
  batchId: '1',
  begun: 0,
  of: count,
  verdict: { decision: 'approve' },
  items: decisions.slice(0, count),
  along: [],
});
const result = (name: string, more: Partial<Result> = {}): Result => ({
  kind: 'city',
  id: name,
  result: 'done',
  message: null,
  code: null,
  by: null,
  revision: null,
  ...more,
});
const ana = { id: 'a', name: 'Ana' };
const late = (name: string) =>
  result(name, { result: 'refused', code: 'decided', by: ana, message: 'Already decided.' });
const changed = (name: string) => result(name, { result: 'refused', code: 'changed', revision: 2 });
const responses = (results: Result[], left = 0, failure: string | null = null) => ({
  results,
  left: decisions.slice(results.length, results.length + left),
  failure,
});
const toastFor = (count: number, given: ReturnType<typeof responses>) =>
  failureToast(outcomeOf(press(count), given, items));

describe('the toast about failed decisions', () => {
  it('says who decided first, and offers no undo', () => {
    expect(toastFor(1, responses([late('Aue')]))).toEqual({
      title: 'Ana was first',
      text: 'Aue: decided already.',
    });
  });

  it('names the items that have changed', () => {
    expect(toastFor(2, responses([changed('Aue'), result('Bank')]))).toMatchObject({
      title: 'Changed since you looked: Aue',
      text: 'See what is different. The other 1 went through.',
    });
  });

  it('names each of several causes, and counts all returned items in its title', () => {
    const refused = result('Court', { result: 'refused', message: 'Approve the city first' });
    expect(toastFor(4, responses([late('Aue'), changed('Bank'), refused, result('Dome')]))).toMatchObject({
      title: 'Not decided: 3 cities',
      text: 'Approve the city first. Changed since you looked: Bank. Ana was first with Aue. The other 1 went through.',
    });
  });

  it('counts the returned items of several presses after a lost connection', () => {
    const lost = (name: string) => {
      const at = names.indexOf(name);
      const one = { ...press(1), items: decisions.slice(at, at + 1) };
      return outcomeOf(one, { results: [], left: one.items, failure: 'No connection.' }, items);
    };
    const all = names.map(lost).reduce(together, nothingYet);
    expect(hasFailed(all)).toBe(true);
    expect(failureToast(all)).toMatchObject({ title: 'Not decided: 4 cities', text: 'No connection.' });
  });

  it('leaves out items of a stopped decision, which still wait', () => {
    const outcome = outcomeOf(press(4), responses([result('Aue')], 3), items);
    expect(hasFailed(outcome)).toBe(false);
    expect(outcome.done).toEqual([items[0]]);
  });

  it('leaves out items that were decided along with others', () => {
    const along = { ...press(1), along: [decisions[1]].flatMap((each) => each ?? []) };
    const both = { results: [result('Bank'), result('Aue')], left: [], failure: null };
    expect(outcomeOf(along, both, items).done).toEqual([items[0]]);
  });
});
