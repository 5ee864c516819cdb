import { Refusal } from '#contracts/shared/errors';
import { streamOf, type DomainEvent } from '#contracts/events';
import { appliedAtOnce } from '#contracts/moderation/decided-items';
import { limits } from '#contracts/shared/limits';
import { createListedReservation } from '#platform/concurrency/listed-reservation';
import type { RecordStore } from '#platform/record-store/index';

import { changeDecider, isReviewed } from './decider.ts';
import { cityDecider } from '../city/decider.ts';
import { locationDecider } from '../location/decider.ts';
import type { Reverted } from '../shared/reverts.ts';
import type { MostOfPerson } from '../shared/most-of-person.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { eventIdOf, type CommandContext } from '#platform/commands/handle-command';

/**
 * Limits how many of one person's changes may be unreviewed at once. Each change is a line in the moderators' queue,
 * so somebody who edits again and again would bury everything else that waits.
 */
export interface ChangeLimit {
  /** Counts the change that is about to be appended. @throws Refusal `too-much-waiting` */
  admit(events: readonly DomainEvent[], context: CommandContext): Promise<void>;
  /** Stops counting the change, which was not appended. */
  release(events: readonly DomainEvent[], context: CommandContext): Promise<void>;
}

export interface ChangeLimitDeps {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'waiting'>;
  /** How many a person who is not trusted may have, and what is to be done when their list was examined. */
  readonly most: MostOfPerson;
}

/** Like the waiting limit (see `waiting-limit.ts`), reads the log only for a person who has reached the limit. */
export function createChangeLimit({ streams, records, most }: ChangeLimitDeps): ChangeLimit {
  const reservation = createListedReservation({
    lists: records.waiting,
    keyOf: (userId) => `changes:${userId}`,
    examined: most.learn,
    async standingOf(item) {
      const [entityType, entityId = '', eventId = ''] = item.split('/');
      const { state, mayHold } =
        entityType === 'city'
          ? await streams.load(cityDecider, streamOf.city(entityId))
          : await streams.load(locationDecider, streamOf.location(entityId));
      if (!mayHold(eventId)) return 'unknown';
      // Changes of something that was deleted need no review.
      if (state === undefined || state.status === 'deleted') return 'over';
      const reverted: Reverted | undefined = state.reverts.get(eventId);
      const review = (await streams.load(changeDecider, streamOf.change(eventId))).state;
      return reverted?.is === 'reverted' || isReviewed(review, reverted) ? 'over' : 'waiting';
    },
  });

  return {
    async release(events, context) {
      const item = changeAmong(events, context);
      if (item !== undefined) await reservation.free(context.actor.userId, item);
    },
    async admit(events, context) {
      const item = changeAmong(events, context);
      if (item === undefined) return;
      const { actor, time } = context;
      const { userId } = actor;
      const isKnown = actor.isTrusted || actor.canModerate;
      const isTaken = await reservation.take({
        userId,
        item,
        now: time.getTime(),
        atLeast: limits.waitingOfNewcomer,
        most: async () => (isKnown ? limits.changesOfTrusted : most.of(userId)),
      });
      if (!isTaken) throw new Refusal('too-much-waiting');
    },
  };
}

/** The name of the change among the events; undefined when there is none. */
function changeAmong(events: readonly DomainEvent[], { commandId }: CommandContext): string | undefined {
  const at = events.findIndex(appliedAtOnce);
  return events[at] && nameOf(events[at], eventIdOf(commandId, at));
}

function nameOf({ data }: DomainEvent, eventId: string): string | undefined {
  if ('locationId' in data) return `location/${data.locationId}/${eventId}`;
  return 'cityId' in data ? `city/${data.cityId}/${eventId}` : undefined;
}
