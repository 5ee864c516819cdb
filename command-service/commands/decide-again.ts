import { Refusal } from '#contracts/errors';
import { parseEvent, type EventOf, type Recorded } from '#contracts/events/index';
import type { LocationFields } from '#contracts/location-fields';
import type { EventLog } from '#stores/event-log/index';

import type { LocationState } from '../domain/location.ts';
import type { CommandContext } from '../handle-command.ts';
import type { CommandResult } from './city.ts';
import { changeOf } from './change-of.ts';
import type { DecidedBy, DecidedEntity } from './decide.ts';
import type { LocationStatusCommand } from './location.ts';

/**
 * Undoes an undo: makes the decision again that the undo took back. Reads that decision from the stream.
 * @throws Refusal `decided-since` when the event took no decision back
 */
export async function decideAgain(
  log: EventLog,
  { city, location, photo, change, report }: DecidedBy,
  event: Recorded,
  context: CommandContext,
): Promise<CommandResult> {
  const before = (matches: (earlier: Recorded) => boolean) => latestBefore(log, event, matches);
  switch (event.type) {
    case 'city-reopened.v1': {
      const decision = await before(({ type }) => type === 'city-approved.v1' || type === 'city-rejected.v1');
      return entityAgain(city, event.data.cityId, decision, context);
    }
    case 'location-reopened.v1': {
      const decision = await before(
        ({ type }) => type === 'location-approved.v1' || type === 'location-rejected.v1',
      );
      return entityAgain(location, event.data.locationId, decision, context);
    }
    case 'location-edit-reopened.v1': {
      const { editId, locationId } = event.data;
      const decision = await before(
        ({ type, data }) =>
          (type === 'location-edit-approved.v1' || type === 'location-edit-rejected.v1') &&
          data.editId === editId,
      );
      return location.changeStatus(locationId, editAgain(event, decision), context);
    }
    case 'photo-restored.v1': {
      const removal = await before(({ type }) => type === 'photo-deleted.v2');
      const reason = removal?.type === 'photo-deleted.v2' ? removal.data.reason : null;
      return photo.remove(event.data.photoId, reason, context);
    }
    case 'reports-reopened.v1': {
      const decision = await before(
        ({ type }) => type === 'reports-upheld.v1' || type === 'reports-dismissed.v1',
      );
      if (decision === undefined) throw new Refusal('decided-since');
      return decision.type === 'reports-upheld.v1'
        ? report.uphold(event.data, context)
        : report.dismiss(event.data, context);
    }
    default: {
      const changeId = 'reapplies' in event.data ? event.data.reapplies : undefined;
      if (changeId === undefined) throw new Refusal('decided-since');
      const reason = await reasonOfRevert(log, event, changeId);
      return change.revert(changeOf(changeId, event), reason, context);
    }
  }
}

function entityAgain(
  entity: DecidedEntity,
  id: string,
  decision: Recorded | undefined,
  context: CommandContext,
): Promise<CommandResult> {
  switch (decision?.type) {
    case 'city-approved.v1':
    case 'location-approved.v1':
      return entity.changeStatus(id, { type: 'approve' }, context);
    case 'city-rejected.v1':
    case 'location-rejected.v1': {
      const { reason, duplicateOf } = decision.data;
      return duplicateOf === undefined
        ? entity.changeStatus(id, { type: 'reject', reason }, context)
        : entity.rejectAsDuplicate(id, { reason, duplicateOf }, context);
    }
    default:
      throw new Refusal('decided-since');
  }
}

/** Approves again the values that the undo took back, except where a field has been changed since. */
function editAgain(
  { data: { editId, changes } }: Recorded<EventOf<'location-edit-reopened.v1'>>,
  decision: Recorded | undefined,
): LocationStatusCommand | ((location: LocationState) => LocationStatusCommand) {
  if (decision?.type === 'location-edit-rejected.v1') {
    return { type: 'reject-edit', editId, reason: decision.data.reason };
  }
  if (decision?.type !== 'location-edit-approved.v1') throw new Refusal('decided-since');
  return (location) => {
    const current: Readonly<Record<string, unknown>> = { ...location?.fields };
    const taken = Object.entries(changes).filter(([name, each]) => each?.to === current[name]);
    return {
      type: 'approve-edit',
      editId,
      force: true,
      // The names of a location's changes are those of its fields.
      fields: taken.map(([name]) => name as keyof LocationFields),
      values: Object.fromEntries(taken.map(([name, each]) => [name, each?.from])),
    };
  };
}

/** The reason with which the latest revert of the change declined something; null when it declined nothing. */
async function reasonOfRevert(log: EventLog, event: Recorded, changeId: string): Promise<string | null> {
  const revert = await latestBefore(log, event, ({ data }) => 'reverts' in data && data.reverts === changeId);
  if (revert === undefined) return null;
  for await (const raw of log.readStream(event.stream, { from: revert.revision + 1n, limit: 1 })) {
    const { data, metadata } = parseEvent(raw);
    const isOfRevert = metadata.causationId === revert.metadata.causationId;
    if (isOfRevert && 'reason' in data) return data.reason;
  }
  return null;
}

/** The latest earlier event of the same stream for which `matches` is true. */
async function latestBefore(
  log: EventLog,
  { stream, revision }: Recorded,
  matches: (event: Recorded) => boolean,
): Promise<Recorded | undefined> {
  if (revision === 0n) return undefined;
  for await (const raw of log.readStream(stream, { from: revision - 1n, backwards: true })) {
    const event = parseEvent(raw);
    if (matches(event)) return event;
  }
  return undefined;
}
