import type { CreateLocation, UpdateLocation } from '#contracts/location/commands';
import { presentChanges, type Changes } from '#contracts/shared/changes';
import { pickFields } from '#contracts/shared/entity-fields';
import { parseEvent, streamOf } from '#contracts/events';
import { shown } from '#contracts/shared/shown';
import { locationFields, type LocationFields } from '#contracts/location/fields';
import { locationDecider, type LocationCommand, type ChosenPhoto } from './decider.ts';
import type { Actor } from '#platform/commands/decider';
import type { Original } from '../shared/rules.ts';
import { findEdit } from './edits.ts';
import { isMerged } from './merging.ts';
import {
  createMergingCommands,
  type HandleLocation,
  type MergingCommands,
  type SeeThrough,
} from './merging-commands.ts';
import { loadLocation, placeOfMerged } from './load-location.ts';
import { earlierChanges } from './earlier-changes.ts';
import { fromUnreverted } from '../shared/reverts.ts';
import { locationSeenBy, type LocationState } from './state.ts';
import type { FoldedStreams, Loaded } from '#platform/commands/folded-streams';
import { handleCommand, type CommandContext } from '#platform/commands/handle-command';
import {
  type CommandResult,
  entityIdOf,
  type Rejection,
  type WaitingLimit,
  seenOf,
} from '../shared/commands.ts';
import type { Unfinished } from '../shared/unfinished.ts';
import { loadCity } from '../city/commands.ts';

type LocationStatusCommand = Extract<
  LocationCommand,
  {
    type:
      | 'approve'
      | 'reopen'
      | 'withdraw'
      | 'delete'
      | 'approve-edit'
      | 'reject-edit'
      | 'withdraw-edit'
      | 'reopen-edit'
      | 'revert'
      | 'reapply';
  }
>;

/** Commands for locations. Each throws a Refusal if it is not allowed. */
export interface LocationCommands {
  submit(input: CreateLocation, context: CommandContext): Promise<CommandResult>;
  /** Applies an edit or proposes it. `editId`: the id of the edit if it was proposed, otherwise null. */
  edit(
    id: string,
    input: UpdateLocation,
    context: CommandContext,
  ): Promise<CommandResult & { editId: string | null }>;
  reject(id: string, rejection: Rejection, context: CommandContext): Promise<CommandResult>;
  /** A decision, withdrawal, deletion or revert, of the location or one of its edits. */
  changeStatus(id: string, command: LocationStatusCommand, context: CommandContext): Promise<CommandResult>;
  readonly merge: MergingCommands['merge'];
  readonly part: MergingCommands['part'];
  /** Restores a deleted location; with a revision, also its values at that revision. */
  restore(id: string, revision: number | undefined, context: CommandContext): Promise<CommandResult>;
  /** `photoOf` reads the photo; undefined if there is none. */
  featurePhoto(
    id: string,
    photoOf: () => Promise<ChosenPhoto | undefined>,
    context: CommandContext,
  ): Promise<CommandResult>;
}

type LoadedLocation = Loaded<LocationState>;

/** `unfinished`: null if an interrupted command stays half done until its request is repeated. */
export function createLocationCommands(
  streams: FoldedStreams,
  waiting: WaitingLimit | null,
  unfinished: Unfinished | null,
): LocationCommands {
  const handle: HandleLocation = async (id, context, commandOf, options) =>
    handleCommand(
      streams,
      locationDecider,
      streamOf.location(id),
      async (loaded) => {
        const command = await commandOf(loaded);
        const into = await placeOfMerged(streams, loaded.state);
        // The place that shows a merged one decides about its edits; who sees that place sees the merged one.
        const place =
          into !== undefined
            ? { id: into, ...(await streams.load(locationDecider, streamOf.location(into))) }
            : { id, ...loaded };
        const shownBy = place.id === id ? undefined : place.state;
        const cityId = command.type === 'submit' ? command.fields.cityId : place.state?.fields.cityId;
        const proposal = await proposalOf(streams, id, command, loaded.state);
        const targetId = targetOf(command, proposal) ?? cityId;
        const city = cityId === undefined ? undefined : await loadCity(streams, cityId);
        const target =
          targetId === undefined || targetId === cityId ? city : await loadCity(streams, targetId);
        const seen = await seenOf(streams, locationDecider, streamOf.location(place.id), place, context);
        const waitingIsLimited = waiting !== null;
        return {
          command,
          facts: { city, target, proposal, waitingIsLimited, now: context.time, seen, into, shownBy },
        };
      },
      context,
      { ...options, ...waiting?.of(context) },
    );
  const stateAt = (id: string, loaded: LoadedLocation, revision: number) =>
    streams.stateAt(locationDecider, streamOf.location(id), loaded, BigInt(revision));

  /** An edit may name only a revision that its author could see: the response shows the values of that revision. */
  async function valuesSeenAt(id: string, loaded: LoadedLocation, revision: number, actor: Actor) {
    const location = await stateAt(id, loaded, revision);
    const city = loaded.state && (await loadCity(streams, loaded.state.fields.cityId));
    return locationSeenBy(location, city, actor) ? location.fields : 'unknown';
  }

  async function done(id: string, handled: ReturnType<typeof handle>): Promise<CommandResult> {
    const { position, changed } = await handled;
    return { id, position, changed };
  }

  const seeThrough: SeeThrough = (locationId, { commandId, time }, run) =>
    unfinished === null
      ? run(() => Promise.resolve())
      : unfinished.seeThrough({ locationId, commandId }, time, run);
  const merging = createMergingCommands(streams, handle, seeThrough);

  return {
    merge: (...asked) => merging.merge(...asked),
    part: (...asked) => merging.part(...asked),
    submit(input, context) {
      const locationId = entityIdOf(context.commandId);
      const fields = pickFields(locationFields, input);
      return done(
        locationId,
        handle(locationId, context, () => ({ type: 'submit', locationId, fields }), { begins: true }),
      );
    },
    async edit(id, { revision, ...wanted }, context) {
      const editId = entityIdOf(context.commandId);
      const { state, position, changed } = await handle(id, context, async (loaded) => ({
        type: 'edit',
        editId,
        wanted,
        base: revision === undefined ? undefined : await valuesSeenAt(id, loaded, revision, context.actor),
      }));
      return {
        id,
        position,
        changed,
        editId: state !== undefined && findEdit(state.edits, editId) !== undefined ? editId : null,
      };
    },
    reject: (id, { reason = null, duplicateOf = null }, context) =>
      done(
        id,
        handle(id, context, async () => ({
          type: 'reject',
          reason,
          ...(duplicateOf !== null && { original: originalOf(await loadLocation(streams, duplicateOf)) }),
        })),
      ),
    async changeStatus(id, command, context) {
      if (command.type !== 'approve-edit' && command.type !== 'reopen-edit')
        return done(
          id,
          handle(id, context, () => command),
        );
      return seeThrough(id, context, async (note) => {
        const handled = await handle(id, context, async ({ state }) => {
          if (changesAnotherPlace(state, command)) await note();
          return command;
        });
        const passedOn = await merging.passOn(id, command, handled, context);
        return { id, position: passedOn ?? handled.position, changed: handled.changed };
      });
    },
    restore: (id, revision, context) =>
      done(
        id,
        handle(id, context, async (loaded) => ({
          type: 'restore',
          now: context.time,
          values:
            revision === undefined ? undefined : ((await stateAt(id, loaded, revision))?.fields ?? 'unknown'),
        })),
      ),
    featurePhoto: (id, photoOf, context) =>
      done(
        id,
        handle(id, context, async () => ({ type: 'feature-photo', photo: await photoOf() })),
      ),
  };
}

const changesAnotherPlace = (location: LocationState, { editId }: { readonly editId: string }): boolean =>
  isMerged(location) || (location !== undefined && findEdit(location.edits, editId)?.into !== undefined);

/** The city that the command would move the location to; undefined if it does not move. */
function targetOf(command: LocationCommand, proposal: Changes<LocationFields>): string | undefined {
  switch (command.type) {
    case 'edit':
      return command.wanted.cityId;
    case 'approve-edit':
      return command.values?.cityId ?? proposal.cityId?.to;
    case 'reopen-edit':
      return proposal.cityId?.from;
    case 'revert':
    case 'reapply': {
      const { data } = command.change;
      const moved = 'changes' in data ? data.changes.cityId : undefined;
      return command.type === 'revert' ? moved?.from : moved?.to;
    }
    default:
      return undefined;
  }
}

/**
 * The changes that an edit under decision proposes, or that its reopening would take back, read from the event that
 * holds them; empty for other commands.
 */
async function proposalOf(
  { log }: FoldedStreams,
  locationId: string,
  command: LocationCommand,
  location: LocationState,
): Promise<Changes<LocationFields>> {
  const revision = revisionOfProposal(command, location);
  if (revision === undefined) return {};
  for await (const raw of log.readStream(streamOf.location(locationId), { from: revision, limit: 1 })) {
    const event = parseEvent(raw);
    if (event.type === 'location-edit-proposed.v1') return presentChanges(event.data.changes);
    if (event.type === 'location-edit-approved.v1') {
      return fromUnreverted(
        presentChanges<LocationFields>(event.data.changes),
        earlierChanges(log, location, revision),
      );
    }
  }
  throw new Error(`Location ${locationId} holds no changes of an edit at revision ${revision}`);
}

function revisionOfProposal(command: LocationCommand, location: LocationState): bigint | undefined {
  if (command.type === 'approve-edit' || command.type === 'reject-edit')
    return location?.edits.waiting.get(command.editId)?.revision;
  if (command.type !== 'reopen-edit') return undefined;
  const decided = location?.edits.decided.get(command.editId);
  return decided?.status === 'approved' ? decided.approvedAt : undefined;
}

const originalOf = ({ location, city }: Awaited<ReturnType<typeof loadLocation>>): Original =>
  location === undefined ? 'unknown' : { id: location.id, status: shown(location, city).status };
