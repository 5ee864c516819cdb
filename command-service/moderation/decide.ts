import { type EventType, parseEvent, type Recorded } from '#contracts/events';
import type { DecisionItem } from '#contracts/moderation/commands';
import { type DecidedItem, isDeciding, supersedes, takesBack } from '#contracts/moderation/decided-items';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import type { CommandContext } from '#platform/commands/handle-command';
import type { EventLog } from '#platform/event-log/index';

import type { CityCommands } from '../city/commands.ts';
import type { LocationCommands } from '../location/commands.ts';
import type { PhotoCommands } from '../photo/commands.ts';
import type { ReportCommands } from '../report/commands.ts';
import type { CommandResult } from '../shared/commands.ts';
import { type ChangeCommands, changeOf } from './change-commands.ts';

/** The commands that make decisions and undo them. */
export interface DecidedBy {
  readonly city: CityCommands;
  readonly location: LocationCommands;
  readonly photo: PhotoCommands;
  readonly change: ChangeCommands;
  readonly report: ReportCommands;
}

/** Runs a moderator's decision about one item. @throws Refusal if it is not allowed */
export async function decideItem(
  by: DecidedBy,
  item: DecisionItem,
  request: CommandContext,
): Promise<CommandResult> {
  const context = { ...request, seen: item.revision };
  const { id, entityType, entityId, reason = null } = item;
  const isApproval = item.decision === 'approve';
  switch (item.kind) {
    case 'city':
    case 'location':
      return isApproval
        ? by[item.kind].changeStatus(id, { type: 'approve' }, context)
        : by[item.kind].reject(id, item, context);
    case 'edit':
      return decideEdit(by.location, item, context);
    case 'photo':
      return isApproval ? by.photo.review(id, context) : by.photo.remove(id, reason, context);
    case 'change': {
      if (entityType === 'photo') throw new Refusal('change-not-found');
      const change = { id, entityType, entityId };
      return isApproval ? by.change.review(change, context) : by.change.revert(change, reason, context);
    }
    case 'report': {
      const reported = { entityType, entityId };
      return isApproval ? by.report.uphold(reported, context) : by.report.dismiss(reported, context);
    }
  }
}

function decideEdit(
  location: LocationCommands,
  { id: editId, entityId, decision, reason = null, force = false, fields, values }: DecisionItem,
  context: CommandContext,
): Promise<CommandResult> {
  if (decision === 'reject') {
    return location.changeStatus(entityId, { type: 'reject-edit', editId, reason }, context);
  }
  return location.changeStatus(entityId, { type: 'approve-edit', editId, force, fields, values }, context);
}

/** The place of a decision in the log, and its item. */
export interface DecisionReference {
  readonly stream: string;
  readonly revision: bigint;
  readonly item: DecidedItem;
}

/** Whether that event itself took a decision back. */
export async function isUndo(log: EventLog, { stream, revision }: DecisionReference): Promise<boolean> {
  const event = await eventAt(log, stream, revision);
  return event !== undefined && takesBack(event);
}

/**
 * Takes a decision back if it is the latest on its item. Only the administrator takes back what only the administrator
 * may do.
 * @throws Refusal `undo-is-final`, `decided-since`, `undo-too-late`, `administrator-decides`, and any Refusal of the item's own command
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

/** A moderator may not take back anything that has long been public. */
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
  if (!actor.isAdmin) throw new Refusal('administrator-decides');
}
