import { Refusal } from '#contracts/shared/errors';

import type { Actor } from '#platform/commands/decider';

/** @throws Refusal `forbidden` when a moderator would decide about their own work; the administrator may */
export function refuseOwn(actor: Actor, ownerId: string): void {
  if (!actor.isAdmin && actor.userId === ownerId) throw new Refusal('forbidden');
}
