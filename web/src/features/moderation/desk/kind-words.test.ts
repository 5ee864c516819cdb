import { describe, expect, it } from 'vitest';

import type { QueueItem } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';

import { rejectQuestion } from './kind-words.ts';

const item = (kind: QueueKind, name = 'Aue'): QueueItem => ({
  kind,
  id: `${kind}-${name}`,
  entityType: kind === 'city' ? 'city' : 'location',
  entityId: '1',
  locationId: null,
  name,
  cityId: null,
  cityName: null,
  submittedAt: '2026-01-01T10:00:00.000Z',
  submitter: null,
  thumbnailUrl: null,
  photoCount: 0,
  summary: '',
  description: null,
  flags: [],
  revision: 1,
});

describe('the question before something is rejected', () => {
  it.each<[QueueKind, string]>([
    ['city', 'Reject Aue?'],
    ['location', 'Reject Aue?'],
    ['edit', 'Reject the edit of Aue?'],
    ['photo', 'Remove the photo of Aue?'],
    ['change', 'Revert the change to Aue?'],
    ['report', 'Dismiss the reports on Aue?'],
  ])('of a %s says what is done', (kind, question) => {
    expect(rejectQuestion([item(kind)])).toBe(question);
  });

  it('counts several of one kind', () => {
    expect(rejectQuestion([item('photo'), item('photo', 'Bank')])).toBe('Remove 2 photos?');
  });

  it('says Reject for several kinds', () => {
    expect(rejectQuestion([item('photo'), item('change')])).toBe('Reject 2 items?');
  });
});
