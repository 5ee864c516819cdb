import { describe, expect, it } from 'vitest';

import { queueItem } from '#contracts/testing/queue-item';

import { afterBeginning, afterPage, atStart, type ReadPosition } from './use-queue.ts';

// Each letter is an item and also its time.
const page = (letters: string, next: string | null) => ({
  items: [...letters].map((id) => queueItem({ id, submittedAt: id })),
  next,
});
const begun: ReadPosition = afterBeginning(atStart, page('ab', 'after b'), 'oldest');
const further = afterPage(begun, page('cd', 'after d'));

describe('the next page of a queue', () => {
  it('follows the last page that was read', () => {
    expect([begun.next, further.next]).toEqual(['after b', 'after d']);
  });
  it('stays the same when the first rows are read again, even if they are more than before', () => {
    expect(afterBeginning(further, page('ab', 'after b'), 'oldest')).toBe(further);
    expect(afterBeginning(further, page('abc', 'after c'), 'oldest')).toBe(further);
    const newest = afterBeginning(atStart, page('dcb', 'after b'), 'newest');
    expect(afterBeginning(newest, page('dc', 'after c'), 'newest')).toBe(newest);
  });
  it('moves on when the first rows reach further because items have left', () => {
    expect(afterBeginning(further, page('acde', 'after e'), 'oldest').next).toBe('after e');
  });
  it('is null once a response reached the end', () => {
    expect(afterBeginning(further, page('ab', null), 'oldest').next).toBe(null);
    expect(afterPage(further, page('', null))).toEqual({ last: further.last, next: null });
  });
});
