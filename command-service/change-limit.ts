import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';
import { streamOf, type DomainEvent } from '#contracts/events/index';
import { limits } from '#contracts/limits';
import type { RecordStore } from '#stores/record-store/index';

import { changeDecider, isReviewed } from './domain/change.ts';
import { cityDecider } from './domain/city.ts';
import { locationDecider } from './domain/location-decider.ts';
import type { Reverted } from './domain/reverts.ts';
import type { FoldedStreams } from './folded-streams.ts';
import { eventIdOf, type CommandContext } from './handle-command.ts';

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
  /**
   * The limit of a person who is not trusted, from the records; with `anew`, the log and the reading side are read too.
   */
  readonly mostOf: (userId: string, anew: boolean) => Promise<number>;
}

/** No append takes longer (milliseconds): an event that is not in the log after this time never arrives. */
export const appendsWithin = 60_000;
/** How many streams are read at the same time. */
export const parallel = 8;

/** Like the waiting limit (see `waiting-limit.ts`), reads the log only for a person who has reached the limit. */
export function createChangeLimit({ streams, records: { waiting }, mostOf }: ChangeLimitDeps): ChangeLimit {
  const keyOf = (userId: string) => `changes:${userId}`;

  async function isOver({ thing, since }: { thing: string; since: number }, now: number): Promise<boolean> {
    const [entityType, entityId = '', eventId = ''] = thing.split('/');
    const { state, mayHold } =
      entityType === 'city'
        ? await streams.load(cityDecider, streamOf.city(entityId))
        : await streams.load(locationDecider, streamOf.location(entityId));
    if (!mayHold(eventId)) return since < now - appendsWithin;
    // Changes of something that was deleted need no review.
    if (state === undefined || state.status === 'deleted') return true;
    const reverted: Reverted | undefined = state.reverts.get(eventId);
    const review = (await streams.load(changeDecider, streamOf.change(eventId))).state;
    return reverted?.is === 'reverted' || isReviewed(review, reverted);
  }

  async function forgetReviewed(userId: string, now: number): Promise<void> {
    const limit = pLimit(parallel);
    const held = await waiting.of(keyOf(userId));
    const over = await limit.map(held, async (each) => ((await isOver(each, now)) ? [each.thing] : []));
    await waiting.remove(keyOf(userId), over.flat());
  }

  return {
    async release(events, context) {
      const thing = changeIn(events, context);
      if (thing !== undefined) await waiting.remove(keyOf(context.actor.userId), [thing]);
    },
    async admit(events, context) {
      const thing = changeIn(events, context);
      if (thing === undefined) return;
      const { actor, time } = context;
      const { userId } = actor;
      const now = time.getTime();
      const add = (most: number) => waiting.add(keyOf(userId), thing, { most, now });
      const isKnown = actor.isTrusted || actor.canModerate;
      const most = (anew: boolean) => (isKnown ? limits.changesOfTrusted : mostOf(userId, anew));
      if (await add(limits.waitingOfNewcomer)) return;
      if (await add(await most(false))) return;
      await forgetReviewed(userId, now);
      if (!(await add(await most(true)))) throw new Refusal('too-much-waiting');
    },
  };
}

/** The name of the change among the events; undefined when there is none. */
function changeIn(events: readonly DomainEvent[], { commandId }: CommandContext): string | undefined {
  const at = events.findIndex(isReviewedLater);
  return events[at] && nameOf(events[at], eventIdOf(commandId, at));
}

const isReviewedLater = ({ data }: DomainEvent): boolean => 'review' in data && data.review === 'after';

function nameOf({ data }: DomainEvent, eventId: string): string | undefined {
  if ('locationId' in data) return `location/${data.locationId}/${eventId}`;
  return 'cityId' in data ? `city/${data.cityId}/${eventId}` : undefined;
}
