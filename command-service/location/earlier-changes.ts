import { presentChanges } from '#contracts/shared/changes';
import { parseEvent, streamOf } from '#contracts/events';
import type { LocationFields } from '#contracts/location/fields';
import type { EventLog } from '#platform/event-log/index';

import { searchedMost, type Earlier } from '../shared/reverts.ts';
import { findEdit } from './edits.ts';
import type { LocationState } from './state.ts';

/**
 * The changes in the location's events before a revision, the latest first. An edit's changes count as taken back
 * unless the edit is approved.
 */
export async function* earlierChanges(
  log: EventLog,
  location: LocationState,
  before: bigint,
): AsyncIterable<Earlier<LocationFields>> {
  if (location === undefined) return;
  const { id, edits } = location;
  const known = [...edits.waiting.values(), ...edits.decided.values()];
  const isAnyTakenBack = known.some(
    ({ status, approvedAt }) => approvedAt !== undefined && status !== 'approved',
  );
  if (!isAnyTakenBack) return;
  const range = { from: before - 1n, backwards: true, limit: searchedMost };
  for await (const raw of log.readStream(streamOf.location(id), range)) {
    const { type, data } = parseEvent(raw);
    if (type === 'location-edit-approved.v1') {
      const isReverted = findEdit(edits, data.editId)?.status !== 'approved';
      yield { changes: presentChanges(data.changes), isReverted };
    } else if (
      type === 'location-edited.v1' ||
      type === 'location-resubmitted.v1' ||
      type === 'location-edit-reopened.v1'
    ) {
      yield { changes: presentChanges(data.changes), isReverted: false };
    }
  }
}
