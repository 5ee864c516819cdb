import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';
import type { DomainEvent } from '#contracts/events/index';
import { limits } from '#contracts/limits';
import { editWaits, shown } from '#contracts/shown';

import { appendsWithin, createChangeLimit, parallel } from './change-limit.ts';
import { loadCity, loadLocation } from './commands/streams.ts';
import { findEdit } from './domain/location-edits.ts';
import type { FoldedStreams } from './folded-streams.ts';
import type { CommandContext, CommandOptions } from './handle-command.ts';
import type { RecordStore } from '#stores/record-store/index';

/** The name in the records of something that was sent in for review. */
export type WaitingItem = `city/${string}` | `location/${string}` | `edit/${string}/${string}`;

/** What the limit asks the reading side about a person, in case the records are younger than the log. */
export interface WaitingLookups {
  /** What the person has waiting, at most `limit` of each kind. */
  readonly waitingOf: (userId: string, limit: number) => Promise<readonly WaitingItem[]>;
  readonly hasApproved: (userId: string) => Promise<boolean>;
}

/** Limits what each person may have waiting for review. */
export interface WaitingLimit {
  /**
   * Options for a command of that person: they count what is about to wait before it is appended.
   * `admit` throws Refusal `too-much-waiting`.
   */
  of<State, Event extends DomainEvent>(
    context: CommandContext,
  ): Required<Pick<CommandOptions<State, Event>, 'admit' | 'release'>>;
}

export interface WaitingLimitDeps {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'waiting' | 'quotas'>;
  readonly lookups: WaitingLookups;
}

/**
 * The records list everything that a person was allowed to send in. Decisions, withdrawals and deletions do not change
 * the list: only when a person has reached the limit is each item on it looked up in the log.
 */
export function createWaitingLimit({ streams, records, lookups }: WaitingLimitDeps): WaitingLimit {
  const approvedKey = (userId: string) => `approved:${userId}`;
  const changes = createChangeLimit({
    streams,
    records,
    async mostOf(userId, anew) {
      if (anew && (await lookups.hasApproved(userId))) await records.quotas.set(approvedKey(userId), 1);
      return mostOf(userId);
    },
  });
  const mostOf = async (userId: string): Promise<number> =>
    (await records.quotas.amount(approvedKey(userId))) > 0
      ? limits.waitingOfPerson
      : limits.waitingOfNewcomer;

  async function letIn(userId: string, thing: WaitingItem, now: number): Promise<boolean> {
    const add = (most: number) => records.waiting.add(userId, thing, { most, now });
    if (await add(limits.waitingOfNewcomer)) return true;
    if (await add(await mostOf(userId))) return true;
    await reconcile(userId, now);
    return add(await mostOf(userId));
  }

  /** Removes items that no longer wait, adds missing ones that do, and notes whether anything was ever approved. */
  async function reconcile(userId: string, now: number): Promise<void> {
    const held = new Map((await records.waiting.of(userId)).map(({ thing, since }) => [thing, since]));
    const found = await lookups.waitingOf(userId, limits.waitingOfPerson);
    const things = new Set([...held.keys(), ...found]);
    const limit = pLimit(parallel);
    const standings = await limit.map([...things], async (thing) => ({
      thing,
      standing: await standingOf(streams, thing),
    }));
    const over = standings.filter(({ thing, standing }) =>
      standing === 'unknown' ? (held.get(thing) ?? 0) < now - appendsWithin : standing !== 'waiting',
    );
    const isApproved = standings.some(({ standing }) => standing === 'approved');
    if (isApproved || (await lookups.hasApproved(userId))) await records.quotas.set(approvedKey(userId), 1);
    await records.waiting.remove(
      userId,
      over.map(({ thing }) => thing),
    );
    for (const { thing, standing } of standings) {
      if (standing !== 'waiting' || held.has(thing)) continue;
      if (!(await records.waiting.add(userId, thing, { most: limits.waitingOfPerson, now }))) return;
    }
  }

  return {
    of(context) {
      const { actor, time } = context;
      return {
        async admit(events) {
          await changes.admit(events, context);
          const thing = waitingAfter(events);
          // What trusted people send counts at once, without a review.
          if (actor.isTrusted || thing === undefined || (await letIn(actor.userId, thing, time.getTime())))
            return;
          throw new Refusal('too-much-waiting');
        },
        async release(events) {
          await changes.release(events, context);
          const [event] = events;
          const thing = waitingAfter(events);
          // Another command may have sent in the same city or location; an edit is its command's own.
          if (thing === undefined || event?.type !== 'location-edit-proposed.v1') return;
          await records.waiting.remove(actor.userId, [thing]);
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

type Standing = 'waiting' | 'approved' | 'over' | 'unknown';

/** The status of an item in the log; `unknown` when the log has no such item. */
async function standingOf(streams: FoldedStreams, thing: string): Promise<Standing> {
  const [kind, id = '', editId = ''] = thing.split('/');
  if (kind === 'city') return standingBy((await loadCity(streams, id))?.status);
  const { location, city } = await loadLocation(streams, id);
  if (kind === 'location') return standingBy(location && shown(location, city).status);
  const standing = standingBy(location && findEdit(location.edits, editId)?.status);
  return standing === 'waiting' && !editWaits(location, city) ? 'over' : standing;
}

function standingBy(status: string | undefined): Standing {
  if (status === undefined) return 'unknown';
  if (status === 'pending') return 'waiting';
  return status === 'approved' ? 'approved' : 'over';
}
