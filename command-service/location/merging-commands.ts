import { parseEvent, streamOf } from '#contracts/events';
import type { LocationChanges, LocationEvent } from '#contracts/location/events';
import type { LocationFields } from '#contracts/location/fields';
import type { MergeLocation } from '#contracts/moderation/commands';
import { presentChanges } from '#contracts/shared/changes';
import { Refusal, type ErrorCode } from '#contracts/shared/errors';
import type { FoldedStreams, Loaded } from '#platform/commands/folded-streams';
import type { CommandContext, Handled } from '#platform/commands/handle-command';

import { loadCity } from '../city/commands.ts';
import { type CommandResult, secondCommandIdOf } from '../shared/commands.ts';
import { revertedChanges } from '../shared/reverts.ts';
import { isEmpty, newValues, type Wanted } from '../shared/rules.ts';
import type { LocationCommand } from './decider.ts';
import { findEdit, type ProposedEdit } from './edits.ts';
import { isOutdated, type Location, type LocationState } from './state.ts';
import { loadLocation } from './load-location.ts';
import { cannotMerge, isMergeable, isMerged } from './merging.ts';

/** Runs a command for a location; the command may depend on the location's state. */
export type HandleLocation = (
  id: string,
  context: CommandContext,
  commandOf: (loaded: Loaded<LocationState>) => LocationCommand | Promise<LocationCommand>,
  options?: { readonly begins: boolean },
) => Promise<Handled<LocationState>>;

type Merged = Extract<LocationEvent, { type: 'location-merged.v1' }>['data'];
type EditApproved = Extract<LocationEvent, { type: 'location-edit-approved.v1' }>['data'];
type EditCommand = Extract<LocationCommand, { type: 'approve-edit' | 'reopen-edit' }>;

/** Runs a command that has two appends; see `Unfinished`. */
export type SeeThrough = <T>(
  locationId: string,
  context: CommandContext,
  run: (note: () => Promise<void>) => Promise<T>,
) => Promise<T>;

/**
 * Commands about two places. Each changes the merged place first, and then the place that stays by a second command of
 * the same batch. If the process dies in between, the repeated request continues, or else the next start (`finish.ts`).
 */
export interface MergingCommands {
  /** Merges a location into another one. The result is that of the place that stays. */
  merge(id: string, input: MergeLocation, context: CommandContext): Promise<CommandResult>;
  /** Undoes a merge, and restores the values that the other place took, unless they were changed since. */
  part(merged: Merged, context: CommandContext): Promise<CommandResult>;
  /**
   * Applies the effect of a decision about a merged place's edit to the place that shows it. Returns the position of
   * that place's own edit, if there is one.
   * @throws Refusal if that place has changed at the same moment; then an approved edit waits again
   */
  passOn(
    id: string,
    command: EditCommand,
    handled: Handled<LocationState>,
    context: CommandContext,
  ): Promise<bigint | undefined>;
}

export function createMergingCommands(
  streams: FoldedStreams,
  handle: HandleLocation,
  seeThrough: SeeThrough,
): MergingCommands {
  /** Returns the position of the edit; undefined if nothing changes. */
  async function takeValues(
    id: string,
    { takesBack: _, seen: __, ...context }: CommandContext,
    valuesFor: (location: Location) => Wanted<LocationFields>,
    type: 'take-values' | 'give-back' = 'take-values',
  ): Promise<bigint | undefined> {
    const second = { ...context, commandId: secondCommandIdOf(context.commandId) };
    const took = await handle(id, second, () => ({ type, valuesFor }));
    return took.changed ? took.position : undefined;
  }

  /** Reverts the values that the place that stays took, unless they were changed since. */
  async function giveBack(
    into: string,
    taken: LocationChanges,
    context: CommandContext,
  ): Promise<bigint | undefined> {
    const { cityId, ...others } = presentChanges<LocationFields>(taken);
    const isCityOpen = cityId !== undefined && (await loadCity(streams, cityId.from))?.status === 'approved';
    const values = isCityOpen ? { ...others, cityId } : others;
    if (isEmpty(values)) return undefined;
    const given = ({ fields }: Location) => newValues(revertedChanges(fields, values));
    return takeValues(into, context, given, 'give-back');
  }

  /**
   * Runs the steps after the merge's event. If the other place was closed or merged at the same moment, the merge is
   * undone, so that no cycle stays. @throws Refusal `cannot-merge`
   */
  async function complete(
    id: string,
    { into, fields = [] }: MergeLocation,
    { state }: Handled<LocationState>,
    context: CommandContext,
  ): Promise<bigint | undefined> {
    try {
      const other = await loadLocation(streams, into);
      if (!isMerged(state) || !isMergeable(state, other)) throw cannotMerge(other);
      if (fields.length === 0) return undefined;
      const values = Object.fromEntries(fields.map((name) => [name, state.fields[name]]));
      return await takeValues(into, context, () => values);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const second = { ...context, commandId: secondCommandIdOf(context.commandId) };
      const { changed } = await handle(id, second, () => ({ type: 'part' }));
      // A repeated request may find that the merge was undone since.
      if (!changed) return undefined;
      throw hasEnded.has(error.code) ? cannotMerge(await loadLocation(streams, into)) : error;
    }
  }

  async function takeEdit(
    id: string,
    { editId, force }: Extract<EditCommand, { type: 'approve-edit' }>,
    { into, values, isStill }: { into: string; values: ReturnType<typeof valuesOf>; isStill: boolean },
    context: CommandContext,
  ): Promise<bigint | undefined> {
    if (!isStill) throw new Refusal('edit-outdated');
    try {
      return await takeValues(into, context, (place) => {
        if (!force && isOutdated(place, values)) throw new Refusal('edit-outdated');
        return newValues(values);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { seen: _, ...again } = context;
      const commandId = secondCommandIdOf(secondCommandIdOf(context.commandId));
      await handle(id, { ...again, commandId }, () => ({ type: 'reopen-edit', editId }));
      throw error;
    }
  }

  return {
    merge: (id, input, context) =>
      seeThrough(id, context, async (note) => {
        using _lock = await streams.locks.take('merging');
        const { into, fields = [], photos = true } = input;
        const merged = await handle(id, context, async () => {
          const other = await loadLocation(streams, into);
          await note();
          return { type: 'merge', other, fields, photos };
        });
        const took = await complete(id, input, merged, context);
        return { id: into, position: took ?? merged.position, changed: merged.changed };
      }),
    part: ({ locationId, into, taken }, context) =>
      seeThrough(locationId, context, async (note) => {
        const { position, changed } = await handle(locationId, context, async () => {
          await note();
          return { type: 'part' };
        });
        const gave = changed ? await giveBack(into, taken, context) : undefined;
        return { id: locationId, position: gave ?? position, changed };
      }),
    async passOn(id, command, { state, changed }, context) {
      const edit = state && findEdit(state.edits, command.editId);
      if (!changed || edit?.into === undefined) return undefined;
      const { into } = edit;
      const { taken = {} } = await approvalOf(streams, id, edit);
      if (command.type === 'reopen-edit') return giveBack(into, taken, context);
      const values = valuesOf(taken);
      if (isEmpty(values)) return undefined;
      return takeEdit(id, command, { into, values, isStill: edit.status === 'approved' }, context);
    },
  };
}

const valuesOf = (taken: LocationChanges) => presentChanges<LocationFields>(taken);

const hasEnded: ReadonlySet<ErrorCode> = new Set(['location-not-found', 'location-merged']);

/** The latest approval of an edit that was approved. */
async function approvalOf(
  { log }: FoldedStreams,
  locationId: string,
  { approvedAt = 0n }: ProposedEdit,
): Promise<EditApproved> {
  for await (const raw of log.readStream(streamOf.location(locationId), { from: approvedAt, limit: 1 })) {
    const event = parseEvent(raw);
    if (event.type === 'location-edit-approved.v1') return event.data;
  }
  throw new Error(`Location ${locationId} holds no approval of an edit at revision ${approvedAt}`);
}
