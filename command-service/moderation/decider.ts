import { Refusal } from '#contracts/shared/errors';
import type { ChangeEvent } from '#contracts/moderation/events';
import type { Recorded } from '#contracts/events';

import type { Actor, Decider } from '#platform/commands/decider';
import { refuseOwn, refuseChanged, type Seen } from '../shared/rules.ts';
import { changedBy, type Change, type Changeable, type Reverted } from '../shared/reverts.ts';

/** Whether a moderator has reviewed a change that applied at once. */
export interface ChangeReview {
  readonly reviewed: boolean;
  /** Log position of the latest event of the stream; 0n before the first. */
  readonly position: bigint;
}

export type ChangeCommand = { readonly type: 'review' } | { readonly type: 'reopen' };

export interface ChangeFacts {
  readonly change: Change;
  readonly entityType: 'city' | 'location';
  readonly entityId: string;
  /** The changed entity, as it is now, and as the moderator saw it. */
  readonly entity: Changeable;
  readonly seen?: Seen<Changeable | undefined> | undefined;
  /** Whether its entity's events reverted or reapplied it; undefined if it was never reverted. */
  readonly reverted: Reverted | undefined;
}

export const changeDecider: Decider<ChangeReview, ChangeCommand, ChangeFacts, ChangeEvent> = {
  initial: { reviewed: false, position: 0n },
  evolve: (_, { type, position }: Recorded<ChangeEvent>) => ({
    reviewed: type === 'change-reviewed.v1',
    position,
  }),
  decide,
};

/** A change that was reapplied after its review waits for review again. */
export const isReviewed = (review: ChangeReview, reverted: Reverted | undefined): boolean =>
  review.reviewed && !(reverted?.is === 'reapplied' && reverted.position > review.position);

function decide(
  review: ChangeReview,
  command: ChangeCommand,
  actor: Actor,
  { change, entityType, entityId, entity, seen, reverted }: ChangeFacts,
): readonly ChangeEvent[] {
  refuseOwn(actor, change.metadata.actor);
  if (reverted?.is === 'reverted') throw new Refusal('already-decided');
  const data = { changeId: change.id, entityType, entityId };
  const reviewed = isReviewed(review, reverted);
  if (command.type === 'reopen') {
    return reviewed ? [{ type: 'change-review-reopened.v1', data }] : [];
  }
  if (reviewed) return [];
  refuseChanged(seen, entity, changedBy(change));
  return [{ type: 'change-reviewed.v1', data }];
}
