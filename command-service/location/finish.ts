import { parseEvent, streamOf, type Recorded } from '#contracts/events';
import { namesOf } from '#contracts/shared/entity-fields';
import { Refusal } from '#contracts/shared/errors';
import type { LocationChanges } from '#contracts/location/events';
import { locationFields } from '#contracts/location/fields';
import { administrator } from '#contracts/shared/person';
import { appendsWithin, type EventLog } from '#platform/event-log/index';
import { eventIdOf, type CommandContext } from '#platform/commands/handle-command';

import type { TwoStreamCommand, Unfinished } from '../shared/unfinished.ts';
import type { LocationCommands } from './commands.ts';

interface Deps {
  readonly log: EventLog;
  readonly unfinished: Unfinished;
  readonly location: Pick<LocationCommands, 'merge' | 'part' | 'changeStatus'>;
  readonly clock: () => number;
}

/**
 * Repeats the commands about two places whose process died between the two appends. If another process continues a
 * command at the same moment, it still takes effect once.
 */
export async function finishCommands(deps: Deps): Promise<void> {
  const { log, unfinished, clock } = deps;
  for (const command of await unfinished.noted()) {
    const begun = await begunBy(log, command);
    const isOpen = begun === undefined && command.notedAt >= clock() - appendsWithin;
    if (isOpen || (begun !== undefined && !(await goesOn(deps, command, begun)))) continue;
    await unfinished.forget(command);
  }
}

/**
 * The first event of a command; for the undoing of a merge, also the changes that the place that stays took in the
 * merge.
 */
interface Begun {
  readonly event: Recorded;
  readonly taken: LocationChanges;
}

async function begunBy(
  log: EventLog,
  { locationId, commandId }: TwoStreamCommand,
): Promise<Begun | undefined> {
  let event: Recorded | undefined;
  for await (const raw of log.readStream(streamOf.location(locationId), { backwards: true })) {
    if (event === undefined && raw.id !== eventIdOf(commandId, 0)) continue;
    const each = parseEvent(raw);
    event ??= each;
    if (event.type !== 'location-parted.v1') break;
    if (each.type === 'location-merged.v1') return { event, taken: each.data.taken };
  }
  return event && { event, taken: {} };
}

/** Returns false if it must be tried again later. A refusal is final: the command has then reverted what it began. */
async function goesOn({ location }: Deps, { commandId }: TwoStreamCommand, begun: Begun): Promise<boolean> {
  const { time, actor, correlationId } = begun.event.metadata;
  // The actor had the right to begin the command.
  const context = { commandId, actor: administrator(actor), correlationId, time: new Date(time) };
  try {
    await repeat(location, begun, context);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.code !== 'conflict';
    throw error;
  }
}

async function repeat(
  location: Deps['location'],
  { event: { type, data }, taken }: Begun,
  context: CommandContext,
): Promise<void> {
  switch (type) {
    case 'location-merged.v1': {
      const fields = namesOf(locationFields).filter((name) => name in data.taken);
      await location.merge(data.locationId, { into: data.into, photos: data.photos, fields }, context);
      return;
    }
    case 'location-parted.v1':
      await location.part({ ...data, photos: true, taken }, context);
      return;
    case 'location-edit-approved.v1': {
      const { locationId, editId, forced: force } = data;
      await location.changeStatus(locationId, { type: 'approve-edit', editId, force }, context);
      return;
    }
    case 'location-edit-reopened.v1':
      await location.changeStatus(data.locationId, { type: 'reopen-edit', editId: data.editId }, context);
      return;
    default:
      throw new Error(`An event ${type} begins no command about two places`);
  }
}
