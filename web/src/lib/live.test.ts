import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { everyTag } from './api.ts';
import { liveReducer, pendingUnknown, queueMoved } from './live-state.ts';
import { arrivedOf, batchTags, missedSince, noticeOf } from './live.ts';

const counts = (cities: number, locations: number, edits: number) => ({
  cities,
  locations,
  edits,
  photos: 0,
  changes: 0,
  reports: 0,
  position: '1',
});

describe('the announcement of new queue items', () => {
  it.each([
    [counts(0, 0, 0), counts(1, 0, 0), 'Waiting for review: 1 city'],
    [counts(1, 2, 0), counts(1, 4, 1), 'Waiting for review: 4 locations, 1 edit'],
    [counts(3, 0, 0), counts(2, 1, 0), 'Waiting for review: 1 location'],
  ])('%o, then %o', (before, now, heard) => {
    expect(arrivedOf(before, now)).toBe(heard);
  });

  it('mentions neither decided items nor the first count', () => {
    expect(arrivedOf(counts(2, 1, 1), counts(1, 1, 0))).toBeNull();
    expect(arrivedOf(null, counts(2, 1, 1))).toBeNull();
  });
});

describe('a change', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is refetched once, after a delay chosen anew each time', () => {
    const applied: unknown[] = [];
    const waits = [700, 20];
    const invalidate = batchTags(
      (tags) => applied.push(tags),
      () => waits.shift() ?? 0,
    );
    invalidate([{ type: 'City' }]);
    invalidate([{ type: 'Photo' }, { type: 'Stats' }]);
    vi.advanceTimersByTime(699);
    expect(applied).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(applied).toEqual([[{ type: 'City' }, { type: 'Photo' }, { type: 'Stats' }]]);
    invalidate([{ type: 'City' }]);
    vi.advanceTimersByTime(20);
    expect(applied).toHaveLength(2);
  });
});

describe('changes missed before the socket connected', () => {
  it.each([
    ['nothing was read', null, '12', '12', []],
    ['all was read', '12', '12', '12', []],
    ['more was read than the socket knows', '120', '99', null, []],
    ['something public came after the answers', '99', '120', null, ['City', 'Submission']],
    ['something of the person’s own came after the answers', '99', '99', '120', ['Submission', 'Queue']],
  ] as const)('%s', (_, readTo, publicTo, ownTo, among) => {
    const tags = missedSince(readTo, { publicTo, ownTo }).map(({ type }) => type);
    expect(tags).toEqual(expect.arrayContaining([...among]));
    expect(tags.length === 0).toBe(among.length === 0);
  });

  it('refetches nothing public if only something of the person’s own was missed', () => {
    const tags = missedSince('1', { publicTo: '1', ownTo: '2' });
    expect(tags).not.toContainEqual({ type: 'City' });
    expect(tags.length).toBeLessThan(everyTag.length);
  });
});

describe('the notice to a submitter', () => {
  const of = (status: 'approved' | 'rejected' | 'pending' | 'deleted', reason: string | null = null) =>
    noticeOf({ entityType: 'city', entityId: 'c1', status, reason });

  it('gives the reason, or says where to find the details', () => {
    expect(of('rejected', 'Too blurred')).toEqual({
      title: 'A city was declined',
      text: 'Too blurred',
    });
    expect(of('rejected').text).toContain('My submissions');
    expect(of('pending').title).toBe('Your city is waiting');
  });
  it('thanks a reporter who was right', () => {
    const report = (status: 'open' | 'upheld' | 'dismissed') =>
      noticeOf({ entityType: 'report', entityId: 'r1', status, reason: null });
    expect(report('upheld')).toEqual({
      title: 'Your report was answered',
      text: 'You were right. Thank you.',
    });
    expect(report('dismissed').text).toContain('My submissions');
    expect(report('open').title).toBe('Your report is open again');
  });
  it('does not point to a page that no longer lists a deleted entry', () => {
    expect(of('deleted').title).toBe('A city was deleted');
    expect(of('deleted').text).not.toContain('My submissions');
  });
});

it('the latest 400 moves of the queue are kept, and all are counted, also after a change of the session', () => {
  const moves = Array.from({ length: 401 }, (_, at) =>
    queueMoved({ kind: 'city', id: String(at), is: 'gone', by: null }),
  );
  const state = moves.reduce(liveReducer, liveReducer(undefined, pendingUnknown()));
  expect(state).toMatchObject({ moves: { length: 400, 0: { id: '1' } }, moved: 401 });
  expect(liveReducer(state, pendingUnknown())).toMatchObject({ moves: [], moved: 401 });
});
