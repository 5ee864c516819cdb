import type { EventType } from '#contracts/events';
import { systemActor } from '#contracts/shared/event-metadata';
import type { Activity } from '#contracts/moderation/views';
import type { Role } from '#contracts/shared/account-words';
import { userView, type Account } from '#platform/record-store/index';
import type { HistoryDocument } from '#contracts/moderation/read-models-history';

import type { Subject } from './activity/subjects.ts';
import { actorOf } from '../account/person-view.ts';

export interface ActivityDetails {
  /** The accounts of all actors. */
  readonly accounts: ReadonlyMap<string, Account>;
  readonly subject: Subject;
  readonly reason: string | null;
  readonly undoable: boolean;
  readonly adminEmail: string;
}

export const toActivity = (
  event: HistoryDocument,
  { accounts, subject, reason, undoable, adminEmail }: ActivityDetails,
): Activity => ({
  position: String(event.position),
  at: new Date(event.at).toISOString(),
  actor: { ...actorOf(event.actor, accounts), role: roleOf(event.actor, accounts, adminEmail) },
  type: actionOf(event.type),
  entityType: event.entityType,
  entityId: event.entityId,
  ...subject,
  reason,
  batchId: event.correlationId,
  undoable,
});

/** The wire name of an event's type without its version. */
export const actionOf = (type: EventType): string => type.replace(/\.v\d+$/, '');

/** The current role of an actor. The system acts as the administrator. */
function roleOf(id: string, accounts: ReadonlyMap<string, Account>, adminEmail: string): Role {
  if (id === systemActor) return 'admin';
  const account = accounts.get(id);
  return account === undefined ? 'user' : userView(account, adminEmail).role;
}
