import { isDeciding, supersedes, takesBack, type DecidedItem } from '#contracts/moderation/decided-items';
import { Refusal } from '#contracts/shared/errors';
import { parseEvent, type EventType, type Recorded } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import type { EventLog } from '#platform/event-log/index';

import type { CommandContext } from '#platform/commands/handle-command';
import { changeOf } from './change-commands.ts';
import type { CommandResult } from '../shared/commands.ts';
import type { DecidedBy } from './decide.ts';

/** Where a decision is in the log, and the item that it was about. */
export interface DecisionReference {
  readonly stream: string;
  readonly revision: bigint;
  readonly item: DecidedItem;
}

/** Whether the event there took a decision back itself. */
export async function isUndo(log: EventLog, { stream, revision }: DecisionReference): Promise<boolean> {
  const event = await eventAt(log, stream, revision);
  return event !== undefined && takesBack(event);
}

/**
 * Takes a decision back if it is the latest on its item. Only the administrator takes back what only the administrator
 * may do.
 * @throws Refusal `undo-is-final`, `decided-since`, `undo-too-late`, `forbidden`, `administrator-decides`, and any Refusal of the item's own command
 */
export async function undoDecision(
  log: EventLog,
  by: DecidedBy,
  { stream, revision, item }: DecisionReference,
  context: CommandContext,
): Promise<CommandResult> {
  const event = await eventAt(log, stream, revision);
  if (event === undefined) throw new Refusal('decided-since');
  if (takesBack(event)) throw new Refusal('undo-is-final');
  const age = context.time.getTime() - Date.parse(event.metadata.time);
  if (age > limits.undoWithin) {
    const isForAdministrator = madePublic.has(event.type) && !context.actor.isAdmin;
    throw new Refusal(isForAdministrator ? 'administrator-decides' : 'undo-too-late');
  }
  const isSupersededBy = (later: Recorded) => supersedes(later, item);
  return takeBack(by, event, { ...context, takesBack: { revision, isSupersededBy } });
}

/** What has been public for long, a moderator may not take back at all. */
const madePublic: ReadonlySet<EventType> = new Set(['city-approved.v1', 'location-approved.v1']);

async function eventAt(log: EventLog, stream: string, revision: bigint): Promise<Recorded | undefined> {
  for await (const raw of log.readStream(stream, { from: revision, limit: 1 })) return parseEvent(raw);
  return undefined;
}

async function takeBack(
  { city, location, photo, change, report }: DecidedBy,
  event: Recorded,
  context: CommandContext,
): Promise<CommandResult> {
  const { data } = event;
  if ('reverts' in data && data.reverts !== undefined) {
    return change.reapply(changeOf(data.reverts, event), context);
  }
  if (!isDeciding(event)) throw new Refusal('decided-since');
  switch (event.type) {
    case 'city-approved.v1':
    case 'city-rejected.v1':
      return city.changeStatus(event.data.cityId, { type: 'reopen' }, context);
    case 'city-deleted.v1':
      requireAdministrator(context);
      return city.restore(event.data.cityId, undefined, context);
    case 'location-approved.v1':
    case 'location-rejected.v1':
      return location.changeStatus(event.data.locationId, { type: 'reopen' }, context);
    case 'location-deleted.v1':
      requireAdministrator(context);
      return location.restore(event.data.locationId, undefined, context);
    case 'location-merged.v1':
      return location.part(event.data, context);
    case 'location-edit-approved.v1':
    case 'location-edit-rejected.v1': {
      const { locationId, editId } = event.data;
      return location.changeStatus(locationId, { type: 'reopen-edit', editId }, context);
    }
    case 'photo-reviewed.v1':
      return photo.reopenReview(event.data.photoId, context);
    case 'photo-deleted.v2':
      return photo.restore(event.data.photoId, context);
    case 'reports-upheld.v1':
    case 'reports-dismissed.v1':
      return report.reopen(event.data, context);
    case 'change-reviewed.v1':
      return change.reopenReview({ ...event.data, id: event.data.changeId }, context);
  }
}

function requireAdministrator({ actor }: CommandContext): void {
  if (!actor.isAdmin) throw new Refusal('forbidden');
}
