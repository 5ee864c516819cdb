import { Refusal } from '#contracts/shared/errors';
import type { DomainEvent } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import { editWaits, shown } from '#contracts/shared/shown';

import { createListedReservation, type Standing } from '#platform/concurrency/listed-reservation';
import { createChangeLimit } from './change-limit.ts';
import { loadCity } from '../city/commands.ts';
import { loadLocation } from '../location/load-location.ts';
import type { Actor } from '#platform/commands/decider';
import { findEdit } from '../location/edits.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import type { WaitingLimit } from '../shared/commands.ts';
import { createMostOfPerson } from '../shared/most-of-person.ts';
import type { RecordStore } from '#platform/record-store/index';

/** The name in the records of something that was sent in for review. */
export type WaitingItem = `city/${string}` | `location/${string}` | `edit/${string}/${string}`;

/** What the limit asks the reading side about a person, in case the records are younger than the log. */
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
          // What trusted people send counts at once, without a review.
          if (actor.isTrusted || item === undefined || (await letIn(actor, item, time))) return;
          throw new Refusal('too-much-waiting');
        },
        async release(events) {
          await changes.release(events, context);
          const [event] = events;
          const item = waitingAfter(events);
          // Another command may have sent in the same city or location; an edit is its command's own.
          if (item === undefined || event?.type !== 'location-edit-proposed.v1') return;
          await reservation.free(actor.userId, item);
        },
      };
    },
  };
}

/** The item that waits after these events; undefined for decisions, and for what is approved at once. */
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

/** The status of an item in the log; `unknown` when the log has no such item. */
async function standingOf(streams: FoldedStreams, item: string): Promise<Standing> {
  const [kind, id = '', editId = ''] = item.split('/');
  if (kind === 'city') return standingBy((await loadCity(streams, id))?.status);
  const { location, city, into } = await loadLocation(streams, id);
  if (kind === 'location') return standingBy(location && shown(location, city).status);
  const standing = standingBy(location && findEdit(location.edits, editId)?.status);
  if (standing !== 'waiting') return standing;
  // Edits of a merged place wait with the other.
  const place = into === undefined ? { location, city } : await loadLocation(streams, into);
  return editWaits(place.location, place.city) ? 'waiting' : 'over';
}

function standingBy(status: string | undefined): Standing {
  if (status === undefined) return 'unknown';
  if (status === 'pending') return 'waiting';
  return status === 'approved' ? 'approved' : 'over';
}
