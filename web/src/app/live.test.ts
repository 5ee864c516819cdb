import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { everyTag } from './api.ts';
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

describe('what a screen reader hears of the queues', () => {
  it.each([
    [counts(0, 0, 0), counts(1, 0, 0), 'Waiting for review: 1 city'],
    [counts(1, 2, 0), counts(1, 4, 1), 'Waiting for review: 4 locations, 1 edit'],
    [counts(3, 0, 0), counts(2, 1, 0), 'Waiting for review: 1 location'],
  ])('%o, then %o', (before, now, heard) => {
    expect(arrivedOf(before, now)).toBe(heard);
  });

  it('hears nothing of what was decided, nor of the first count', () => {
    expect(arrivedOf(counts(2, 1, 1), counts(1, 1, 0))).toBeNull();
    expect(arrivedOf(null, counts(2, 1, 1))).toBeNull();
  });
});

describe('what changed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is read again once, each time after a while of its own', () => {
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

describe('what was missed before the socket was there', () => {
  it.each([
    ['nothing was read', null, '12', '12', []],
    ['all was read', '12', '12', '12', []],
    ['more was read than the socket knows', '120', '99', null, []],
    ['something public came after the answers', '99', '120', null, ['City', 'Submission']],
    ['something of one’s own did', '99', '99', '120', ['Submission', 'Queue']],
    ['an answer failed', '0', '1', null, ['City']],
  ] as const)('%s', (_, readTo, publicTo, ownTo, among) => {
    const tags = missedSince(readTo, { publicTo, ownTo }).map(({ type }) => type);
    expect(tags).toEqual(expect.arrayContaining([...among]));
    expect(tags.length === 0).toBe(among.length === 0);
  });

  it('asks for nothing public where only something of one’s own was missed', () => {
    const tags = missedSince('1', { publicTo: '1', ownTo: '2' });
    expect(tags).not.toContainEqual({ type: 'City' });
    expect(tags.length).toBeLessThan(everyTag.length);
  });
});

describe('what a submitter is told', () => {
  const of = (status: 'approved' | 'rejected' | 'pending' | 'deleted', reason: string | null = null) =>
    noticeOf({ entityType: 'city', entityId: 'c1', status, reason });

  it('is the reason, or where to find the story', () => {
    expect(of('rejected', 'Too blurred')).toEqual({
      title: 'A city was declined',
      text: 'Too blurred',
    });
    expect(of('rejected').text).toContain('My submissions');
    expect(of('pending').title).toBe('Your city is waiting');
  });
  it('sends nobody to look for what is deleted', () => {
    expect(of('deleted').title).toBe('A city was deleted');
    expect(of('deleted').text).not.toContain('My submissions');
  });
});
