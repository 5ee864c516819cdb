import { describe, expect, it } from 'vitest';

import type { QueueItem } from '#contracts/moderation/views';
import type { QueueKind, QueueFlag } from '#contracts/moderation/words';
import { queueItem } from '#contracts/testing/queue-item';

import { kindWords, rejectQuestion, asksFirst, bulkCautions, bulkQuestion } from './kind-words.ts';

const item = (kind: QueueKind, name = 'Aue'): QueueItem => queueItem({ kind, id: `${kind}-${name}`, name });

it('a kind has the same word on its badge and in the filter', () => {
  const kinds = Object.values(kindWords);
  expect(kinds.map(({ label }) => label.toLowerCase())).toEqual(kinds.map(({ noun }) => noun.one));
});

describe('the question before a rejection', () => {
  it.each<[QueueKind, string]>([
    ['city', 'Reject Aue?'],
    ['location', 'Reject Aue?'],
    ['edit', 'Reject the edit of Aue?'],
    ['photo', 'Remove the photo of Aue?'],
    ['change', 'Revert the change to Aue?'],
    ['report', 'Dismiss the reports on Aue?'],
  ])('uses the words for a %s', (kind, question) => {
    expect(rejectQuestion([item(kind)])).toBe(question);
  });

  it('counts several of one kind', () => {
    expect(rejectQuestion([item('photo'), item('photo', 'Bank')])).toBe('Remove 2 photos?');
  });

  it('says Reject for several kinds', () => {
    expect(rejectQuestion([item('photo'), item('change')])).toBe('Reject 2 items?');
  });
});

const place = (...flags: QueueFlag[]): QueueItem =>
  queueItem({
    kind: 'location',
    entityType: 'location',
    id: '1',
    locationId: '1',
    name: 'Old Bridge',
    flags,
  });
const plain = (count: number) => Array.from({ length: count }, () => place('new-member'));

describe('approving several at once', () => {
  it('asks first if there are more than a hundred, or if one of several needs its own review', () => {
    expect(asksFirst(plain(100))).toBe(false);
    expect(asksFirst(plain(101))).toBe(true);
    for (const flag of ['duplicate', 'conflict', 'city-waits'] as const) {
      expect(asksFirst([place(flag)])).toBe(false);
      expect(asksFirst([place(flag), place()])).toBe(true);
    }
  });

  it('states how many items there are, and how many need attention', () => {
    const items = [place('duplicate'), place('duplicate', 'reported'), place('city-waits'), ...plain(9)];
    expect(bulkQuestion(items)).toBe('Approve 12 locations?');
    expect(bulkCautions(items)).toBe('2 of them possible duplicates, 1 in a city that waits itself');
    expect(bulkCautions(plain(2))).toBeNull();
  });
});
