import { describe, expect, it } from 'vitest';

import type { QueueItem } from '#contracts/moderation/views';
import type { QueueFlag } from '#contracts/moderation/words';

import { asksFirst, bulkCautions, bulkQuestion } from './bulk.ts';

const place = (...flags: QueueFlag[]): QueueItem => ({
  kind: 'location',
  id: '1',
  entityType: 'location',
  entityId: '1',
  locationId: '1',
  name: 'Old Bridge',
  cityId: null,
  cityName: null,
  submittedAt: '2026-01-01T10:00:00.000Z',
  submitter: null,
  thumbnailUrl: null,
  photoCount: 0,
  summary: '',
  flags,
  description: null,
  revision: 1,
});
const plain = (count: number) => Array.from({ length: count }, () => place('new-member'));

describe('approving several at once', () => {
  it('asks before more than a hundred, or where one of several should be looked at alone', () => {
    expect(asksFirst(plain(100))).toBe(false);
    expect(asksFirst(plain(101))).toBe(true);
    for (const flag of ['duplicate', 'conflict', 'city-waits'] as const) {
      expect(asksFirst([place(flag)])).toBe(false);
      expect(asksFirst([place(flag), place()])).toBe(true);
    }
  });

  it('says how many of what', () => {
    const items = [place('duplicate'), place('duplicate', 'reported'), place('city-waits'), ...plain(9)];
    expect(bulkQuestion(items)).toBe('Approve 12 locations?');
    expect(bulkCautions(items)).toBe('2 of them possible duplicates, 1 in a city that waits itself');
    expect(bulkCautions(plain(2))).toBeNull();
  });
});
