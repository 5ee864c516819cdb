import { type DomainEvent, streamOf } from '#contracts/events';
import { appliedAtOnce } from '#contracts/moderation/decided-items';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { editWaits, shown } from '#contracts/shared/shown';
import type { Actor } from '#platform/commands/decider';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { type CommandContext, eventIdOf } from '#platform/commands/handle-command';
import { createListedReservation, type Standing } from '#platform/concurrency/listed-reservation';
import type { RecordStore } from '#platform/record-store/index';

import { loadCity } from '../city/commands.ts';
import { cityDecider } from '../city/decider.ts';
import { locationDecider } from '../location/decider.ts';
import { findEdit } from '../location/edits.ts';
import { loadLocation } from '../location/load-location.ts';
import type { WaitingLimit } from '../shared/commands.ts';
import { createMostOfPerson, type MostOfPerson } from '../shared/most-of-person.ts';
import type { Reverted } from '../shared/reverts.ts';
import { changeDecider, isReviewed } from './decider.ts';

/** The name in the records of something that was sent in for review. */
export type WaitingItem = `city/${string}` | `location/${string}` | `edit/${string}/${string}`;

/** Lookups of the limit about a person, in case the records are younger than the log. */
export interface WaitingLookups {
  /** What the person has waiting, at most `limit` of each kind. */
  readonly waitingOf: (userId: string, limit: number) => Promise<readonly WaitingItem[]>;
  readonly hasApproved: (userId: string) => Promise<boolean>;
}

export interface WaitingLimitDeps {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'waiting' | 'quotas'>;
  readonly lookups: WaitingLookups;
}

/** The records list everything that a person was allowed to send in. */
export function createWaitingLimit({ streams, records, lookups }: WaitingLimitDeps): WaitingLimit {
  const most = createMostOfPerson({
    quotas: records.quotas,
    hasApproved: lookups.hasApproved,
    keyOf: (userId) => `approved:${userId}`,
    newcomer: limits.waitingOfNewcomer,
    person: limits.waitingOfPerson,
  });
  const changes = createChangeLimit({ streams, records, most });
  const reservation = createListedReservation({
    lists: records.waiting,
    keyOf: (userId) => userId,
    standingOf: (item) => standingOf(streams, item),
    missing: {
      of: (userId) => lookups.waitingOf(userId, limits.waitingOfPerson),
      most: limits.waitingOfPerson,
    },
    examined: most.learn,
  });
  const letIn = ({ userId }: Actor, item: WaitingItem, time: Date): Promise<boolean> =>
    reservation.take({
      userId,
      item,
      now: time.getTime(),
      atLeast: limits.waitingOfNewcomer,
      most: () => most.of(userId),
    });

  return {
    of(context) {
      const { actor, time } = context;
      return {
        async admit(events) {
          await changes.admit(events, context);
          const item = waitingAfter(events);
          // Items of trusted people apply at once, without a review.
          if (actor.isTrusted || item === undefined || (await letIn(actor, item, time))) return;
          throw new Refusal('too-much-waiting');
        },
        async release(events) {
          await changes.release(events, context);
          const [event] = events;
          const item = waitingAfter(events);
          // Another command may have sent in the same city or location; an edit belongs to its command alone.
          if (item === undefined || event?.type !== 'location-edit-proposed.v1') return;
          await reservation.free(actor.userId, item);
        },
      };
    },
  };
}

/** The item that waits after these events; undefined for decisions, and for items that are approved at once. */
function waitingAfter(events: readonly DomainEvent[]): WaitingItem | undefined {
  const [event, next] = events;
  if (event === undefined || next !== undefined) return undefined;
  switch (event.type) {
    case 'city-submitted.v1':
    case 'city-resubmitted.v1':
      return `city/${event.data.cityId}`;
    case 'location-submitted.v1':
    case 'location-resubmitted.v1':
      return `location/${event.data.locationId}`;
    case 'location-edit-proposed.v1':
      return `edit/${event.data.locationId}/${event.data.editId}`;
    default:
      return undefined;
  }
}

/** The status of an item in the log; `unknown` if the log has no such item. */
async function standingOf(streams: FoldedStreams, item: string): Promise<Standing> {
  const [kind, id = '', editId = ''] = item.split('/');
  if (kind === 'city') return standingBy((await loadCity(streams, id))?.status);
  const { location, city, shownBy } = await loadLocation(streams, id);
  if (kind === 'location') return standingBy(location && shown(location, city).status);
  const standing = standingBy(location && findEdit(location.edits, editId)?.status);
  if (standing !== 'waiting') return standing;
  // Edits of a merged place wait with the place that shows it.
  const place = shownBy ?? { location, city };
  return editWaits(place.location, place.city) ? 'waiting' : 'over';
}

function standingBy(status: string | undefined): Standing {
  if (status === undefined) return 'unknown';
  if (status === 'pending') return 'waiting';
  return status === 'approved' ? 'approved' : 'over';
}

/**
 * Limits how many of one person's changes may be unreviewed at once. Each change is an entry in the moderators' queue,
 * so a person who edits again and again would bury all other waiting items.
 */
interface ChangeLimit {
  /** Counts the change that is about to be appended. @throws Refusal `too-much-waiting` */
  admit(events: readonly DomainEvent[], context: CommandContext): Promise<void>;
  /** Stops counting the change, which was not appended. */
  release(events: readonly DomainEvent[], context: CommandContext): Promise<void>;
}

interface ChangeLimitDeps {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'waiting'>;
  /** How many a person who is not trusted may have, and what to do after their list was examined. */
  readonly most: MostOfPerson;
}

/** Like the waiting limit (see `waiting-limit.ts`), reads the log only for a person who has reached the limit. */
function createChangeLimit({ streams, records, most }: ChangeLimitDeps): ChangeLimit {
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
      // Changes of a deleted entity need no review.
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

/** The name of the change among the events; undefined if there is none. */
function changeAmong(events: readonly DomainEvent[], { commandId }: CommandContext): string | undefined {
  const at = events.findIndex(appliedAtOnce);
  return events[at] && nameOf(events[at], eventIdOf(commandId, at));
}

function nameOf({ data }: DomainEvent, eventId: string): string | undefined {
  if ('locationId' in data) return `location/${data.locationId}/${eventId}`;
  return 'cityId' in data ? `city/${data.cityId}/${eventId}` : undefined;
}
