import pLimit from 'p-limit';
import { Refusal } from '#contracts/shared/errors';
import { presentChanges } from '#contracts/shared/changes';
import type { CityEvent } from '#contracts/city/events';
import type { CityFields } from '#contracts/city/fields';
import { parseEvent, streamOf, type Recorded } from '#contracts/events';
import type { LocationEvent } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';
import type { EventLog } from '#platform/event-log/index';
import { changeDecider, isReviewed, type ChangeCommand, type ChangeFacts } from './decider.ts';
import { cityDecider, citySeenBy } from '../city/decider.ts';
import { locationDecider } from '../location/decider.ts';
import { loadLocation } from '../location/load-location.ts';
import type { LocationCommands } from '../location/commands.ts';
import { earlierChanges } from '../location/earlier-changes.ts';
import { requireSeen } from '../location/state.ts';
import {
  fromUnreverted,
  isChange,
  searchedMost,
  type Change,
  type Earlier,
  type Reverts,
} from '../shared/reverts.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { handleCommand, type CommandContext } from '#platform/commands/handle-command';
import type { CityCommands } from '../city/commands.ts';
import { type CommandResult, seenOf } from '../shared/commands.ts';

/** Names a change: the id of the event that applied at once, and the entity that it changed. */
export interface ChangeId {
  readonly id: string;
  readonly entityType: 'city' | 'location';
  readonly entityId: string;
}

/** Asks the reading side where an event is. The log itself decides. */
export interface EventLookups {
  /** The revision of an event in its stream; undefined if it is not known yet. */
  readonly revisionOf: (eventId: string) => Promise<bigint | undefined>;
}

/**
 * Commands for a change: an event that applied at once and that a moderator reviews afterwards. Each throws Refusal
 * `change-not-found` if there is no such change, and another Refusal if it is not allowed.
 */
export interface ChangeCommands {
  /** A moderator accepts the change. */
  review(change: ChangeId, context: CommandContext): Promise<CommandResult>;
  /** Undoes a review: the change waits for review again. */
  reopenReview(change: ChangeId, context: CommandContext): Promise<CommandResult>;
  /** Takes the change back, except for fields changed since. `reason`: why the reverted item is declined. */
  revert(change: ChangeId, reason: string | null, context: CommandContext): Promise<CommandResult>;
  /** Undoes a revert; the change waits again. */
  reapply(change: ChangeId, context: CommandContext): Promise<CommandResult>;
}

export function createChangeCommands(deps: {
  readonly streams: FoldedStreams;
  readonly city: Pick<CityCommands, 'changeStatus'>;
  readonly location: Pick<LocationCommands, 'changeStatus'>;
  readonly lookups: EventLookups;
}): ChangeCommands {
  const { streams, city, location } = deps;
  /**
   * A review and a revert of a change are events of two streams. This process handles one at a time. If two processes
   * do both at the same moment, both are recorded, and the revert counts.
   */
  const oneAtATime = pLimit(1);

  async function decideReview(change: ChangeId, command: ChangeCommand, context: CommandContext) {
    const event = await findChange(deps, change);
    const { id: changeId, entityType, entityId } = change;
    const { position, changed } = await handleCommand(
      streams,
      changeDecider,
      streamOf.change(changeId),
      async () => ({
        command,
        facts: {
          change: event,
          entityType,
          entityId,
          ...(await changedEntity(streams, change, context)),
        },
      }),
      context,
    );
    return { id: changeId, position, changed };
  }

  async function decideEntity(
    change: ChangeId,
    command: { readonly type: 'revert'; readonly reason: string | null } | { readonly type: 'reapply' },
    context: CommandContext,
  ): Promise<CommandResult> {
    const found = await findChange(deps, change);
    const { reverted, reverts } = await changedEntity(streams, change, context);
    const event = await basedOnUnreverted(streams, found, reverts);
    const review = (await streams.load(changeDecider, streamOf.change(change.id))).state;
    const facts = { isReviewed: isReviewed(review, reverted) };
    const { position, changed } = isOfCity(event)
      ? await city.changeStatus(change.entityId, { ...command, ...facts, change: event }, context)
      : await location.changeStatus(change.entityId, { ...command, ...facts, change: event }, context);
    return { id: change.id, position, changed };
  }

  return {
    review: (change, context) => oneAtATime(() => decideReview(change, { type: 'review' }, context)),
    reopenReview: (change, context) => oneAtATime(() => decideReview(change, { type: 'reopen' }, context)),
    revert: (change, reason, context) =>
      oneAtATime(() => decideEntity(change, { type: 'revert', reason }, context)),
    reapply: (change, context) => oneAtATime(() => decideEntity(change, { type: 'reapply' }, context)),
  };
}

const isOfCity = (change: Change): change is Change<CityEvent> =>
  'cityId' in change.data && !('locationId' in change.data);

/**
 * The entity that the change has changed, and whether its events reverted the change. @throws Refusal if there is none
 */
async function changedEntity(
  streams: FoldedStreams,
  { id, entityType, entityId }: ChangeId,
  context: CommandContext,
): Promise<Pick<ChangeFacts, 'entity' | 'seen' | 'reverted'> & { readonly reverts: Reverts }> {
  const stream = streamOf[entityType](entityId);
  if (entityType === 'city') {
    const loaded = await streams.load(cityDecider, stream);
    if (!citySeenBy(loaded.state, context.actor)) throw new Refusal('city-not-found');
    const seen = await seenOf(streams, cityDecider, stream, loaded, context);
    const { reverts } = loaded.state;
    return { entity: loaded.state, seen, reverted: reverts.get(id), reverts };
  }
  const loaded = await streams.load(locationDecider, stream);
  const location = requireSeen(await loadLocation(streams, entityId), context.actor);
  const seen = await seenOf(streams, locationDecider, stream, loaded, context);
  const { reverts } = location;
  return { entity: location, seen, reverted: reverts.get(id), reverts };
}

/** The change, with the values that its fields had before it and before earlier reverted changes. */
async function basedOnUnreverted(streams: FoldedStreams, change: Change, reverts: Reverts): Promise<Change> {
  const { log } = streams;
  if (change.type === 'city-edited.v1') {
    const earlier = earlierCityChanges(log, change, reverts);
    const changes = await fromUnreverted(presentChanges<CityFields>(change.data.changes), earlier);
    return { ...change, data: { ...change.data, changes } };
  }
  if (change.type === 'location-edit-approved.v1') {
    const { state } = await streams.load(locationDecider, streamOf.location(change.data.locationId));
    const earlier = earlierChanges(log, state, change.revision);
    const changes = await fromUnreverted(presentChanges<LocationFields>(change.data.changes), earlier);
    return { ...change, data: { ...change.data, changes } };
  }
  return change;
}

async function* earlierCityChanges(
  log: EventLog,
  { data: { cityId }, revision }: Change,
  reverts: Reverts,
): AsyncIterable<Earlier<CityFields>> {
  if (reverts.size === 0) return;
  const range = { from: revision - 1n, backwards: true, limit: searchedMost };
  for await (const raw of log.readStream(streamOf.city(cityId), range)) {
    const { id, type, data } = parseEvent(raw);
    if (type !== 'city-edited.v1' && type !== 'city-resubmitted.v1') continue;
    const changeId = ('reapplies' in data ? data.reapplies : undefined) ?? id;
    yield { changes: presentChanges(data.changes), isReverted: reverts.get(changeId)?.is === 'reverted' };
  }
}

/** The event of a change, from its entity's stream. @throws Refusal `change-not-found` */
async function findChange(
  { streams: { log }, lookups }: { readonly streams: FoldedStreams; readonly lookups: EventLookups },
  { id, entityType, entityId }: ChangeId,
): Promise<Change> {
  const stream = streamOf[entityType](entityId);
  const revision = await lookups.revisionOf(id);
  const event =
    (revision === undefined ? undefined : await find(log, stream, id, { from: revision, limit: 1 })) ??
    (await find(log, stream, id, { backwards: true, limit: searchedMost }));
  if (event === undefined || !isChange(event)) throw new Refusal('change-not-found');
  return event;
}

async function find(
  log: EventLog,
  stream: string,
  id: string,
  range: { readonly from?: bigint; readonly backwards?: boolean; readonly limit: number },
): Promise<Recorded<CityEvent | LocationEvent> | undefined> {
  for await (const raw of log.readStream(stream, range)) {
    // The stream's name says which events it holds.
    if (raw.id === id) return parseEvent(raw) as Recorded<CityEvent | LocationEvent>;
  }
  return undefined;
}

/**
 * The change with that id, on the entity of `event`, which reverts it.
 * @throws Refusal `change-not-found`
 */
export function changeOf(id: string, { data }: Recorded): ChangeId {
  if ('locationId' in data) return { id, entityType: 'location', entityId: data.locationId };
  if ('cityId' in data) return { id, entityType: 'city', entityId: data.cityId };
  throw new Refusal('change-not-found');
}
