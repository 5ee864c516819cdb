import { describe, expect, it } from 'vitest';

import type { HistoryEntry } from '#contracts/moderation/views';

import { changesSince } from './changed-since.tsx';

const entry = (revision: number, changes: HistoryEntry['changes']): HistoryEntry => ({
  revision,
  position: String(revision),
  eventId: String(revision),
  type: 'city-edited.v1',
  time: '2026-01-01T10:00:00.000Z',
  actor: { id: '1', name: 'Jonas' },
  reason: null,
  seen: null,
  isDecision: false,
  changes,
  correlationId: '1',
  causationId: '1',
});
const history = [
  entry(4, { name: { from: 'Aue', to: 'Au' }, country: { from: 'B', to: 'A' } }),
  entry(3, null),
  entry(2, { name: { from: null, to: 'Aue' }, country: { from: 'A', to: 'B' } }),
  entry(1, { name: { from: 'Old', to: null } }),
];

describe('changesSince', () => {
  it('gives each changed field’s value at the revision and now, over all entries between', () => {
    expect(changesSince(history, 1)).toEqual({ name: { from: null, to: 'Au' } });
    expect(changesSince(history, 0)).toEqual({ name: { from: 'Old', to: 'Au' } });
  });
  it('gives nothing at the latest revision', () => {
    expect(changesSince(history, 4)).toEqual({});
  });
});
