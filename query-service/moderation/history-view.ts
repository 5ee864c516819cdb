import type { HistoryEntry } from '#contracts/moderation/views';
import type { Account } from '#platform/record-store/index';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';

import { actorOf } from '../account/person-view.ts';

export const toHistoryEntry = (
  entry: HistoryDocument,
  accounts: ReadonlyMap<string, Account>,
): HistoryEntry => ({
  revision: entry.revision,
  position: String(entry.position),
  eventId: entry.id,
  type: entry.type,
  time: entry.time,
  actor: actorOf(entry.actor, accounts),
  reason: entry.reason,
  changes: entry.changes,
  seen: entry.seen,
  isDecision: entry.decides !== null,
  correlationId: entry.correlationId,
  causationId: entry.causationId,
});
