import { streamOf } from '#contracts/events';
import type { CreateReport } from '#contracts/report/commands';
import { reportsId, type Reportable } from '#contracts/report/words';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { isPhotoSeenBy } from '#contracts/shared/shown';
import type { Actor } from '#platform/commands/decider';
import type { FoldedStreams } from '#platform/commands/folded-streams';
import { type CommandContext, handleCommand } from '#platform/commands/handle-command';
import { createListedReservation } from '#platform/concurrency/listed-reservation';
import type { RecordStore } from '#platform/record-store/index';

import { loadCity } from '../city/commands.ts';
import { citySeenBy } from '../city/decider.ts';
import { loadLocation, loadPlaceOfPhotos } from '../location/load-location.ts';
import { locationSeenBy, refuseMerged } from '../location/state.ts';
import { loadPhoto } from '../photo/load-photo.ts';
import { type CommandResult, entityIdOf, seenOf } from '../shared/commands.ts';
import { type ReportsCommand, reportsDecider, type ReportTarget } from './decider.ts';

/** Commands for the reports on one target. Each throws a Refusal if it is not allowed. */
export interface ReportCommands {
  /** Reports a target. The result's id is the report's. `changed`: false if the person already had an open report. */
  create(input: CreateReport, context: CommandContext): Promise<CommandResult>;
  /** Closes all open reports on the target as right. */
  uphold(target: ReportTarget, context: CommandContext): Promise<CommandResult>;
  /** Closes all open reports on the target as wrong: nothing needs to change. */
  dismiss(target: ReportTarget, context: CommandContext): Promise<CommandResult>;
  /** Reopens the reports that the latest response closed. */
  reopen(target: ReportTarget, context: CommandContext): Promise<CommandResult>;
}

export function createReportCommands(deps: {
  readonly streams: FoldedStreams;
  /** Null if the number of reports is not limited. */
  readonly reportLimit: ReportLimit | null;
  readonly notes: Pick<RecordStore['reportNotes'], 'put'>;
}): ReportCommands {
  const { streams, reportLimit, notes } = deps;

  async function respond(
    target: ReportTarget,
    type: 'uphold' | 'dismiss' | 'reopen',
    context: CommandContext,
  ) {
    const stream = streamOf.reports(target.entityType, target.entityId);
    const { position, changed } = await handleCommand(
      streams,
      reportsDecider,
      stream,
      async (loaded) => ({
        command: { type },
        facts: {
          ...target,
          owners: (await ownedTarget(streams, target))?.owners ?? [],
          isLimited: reportLimit !== null,
          seen: await seenOf(streams, reportsDecider, stream, loaded, context),
        },
      }),
      context,
    );
    return { id: reportsId(target), position, changed };
  }

  return {
    async create({ reason, note = null, ...target }, context) {
      const { actor, time } = context;
      const reportId = entityIdOf(context.commandId);
      const command: ReportsCommand = { type: 'report', reportId, reason };
      const { state, position, changed } = await handleCommand(
        streams,
        reportsDecider,
        streamOf.reports(target.entityType, target.entityId),
        async () => ({
          command,
          facts: {
            ...target,
            owners: await seenOwnersOf(streams, target, actor),
            isLimited: reportLimit !== null,
          },
        }),
        context,
        {
          async admit() {
            await reportLimit?.admit(actor.userId, target, reportId, time.getTime());
            if (note !== null) await notes.put({ reportId, userId: actor.userId, text: note });
          },
        },
      );
      const id = changed ? reportId : (state.open.get(actor.userId) ?? reportId);
      return { id, position, changed };
    },
    uphold: (target, context) => respond(target, 'uphold', context),
    dismiss: (target, context) => respond(target, 'dismiss', context),
    reopen: (target, context) => respond(target, 'reopen', context),
  };
}

interface Owned {
  readonly owners: readonly string[];
  readonly seenBy: (actor: Actor) => boolean;
}

/** Who sent the target, even if it is deleted, and who sees it now; undefined for a target that never existed. */
async function ownedTarget(
  streams: FoldedStreams,
  { entityType, entityId }: ReportTarget,
): Promise<Owned | undefined> {
  if (entityType === 'city') {
    const city = await loadCity(streams, entityId);
    return city && { owners: [city.submittedBy], seenBy: (actor) => citySeenBy(city, actor) };
  }
  const photo = entityType === 'photo' ? await loadPhoto(streams, entityId) : undefined;
  if (entityType === 'photo' && photo === undefined) return undefined;
  const placed =
    photo === undefined
      ? await loadLocation(streams, entityId)
      : await loadPlaceOfPhotos(streams, photo.locationId);
  const { location, city } = placed;
  if (location === undefined) return undefined;
  // Reports of a merged place show with the other one.
  const shownBy = photo === undefined ? placed.shownBy : undefined;
  const owners = [photo?.uploadedBy ?? location.submittedBy, shownBy?.location?.submittedBy];
  return {
    owners: owners.filter((id) => id !== undefined),
    seenBy(actor) {
      refuseMerged(shownBy, actor);
      return locationSeenBy(location, city, actor) && (photo === undefined || isPhotoSeenBy(photo, actor));
    },
  };
}

async function seenOwnersOf(
  streams: FoldedStreams,
  target: ReportTarget,
  actor: Actor,
): Promise<readonly string[]> {
  const owned = await ownedTarget(streams, target);
  return owned?.seenBy(actor) === true ? owned.owners : [];
}

/** Limits how many open reports each person may have. */
export interface ReportLimit {
  /**
   * Counts a report before it is appended. `now`: milliseconds since 1970.
   * @throws Refusal `too-many-reports`
   */
  admit(userId: string, target: ReportTarget, reportId: string, now: number): Promise<void>;
}

/** The records list each person's reports beside that person's waiting items (see `waiting-limit.ts`). */
export function createReportLimit({
  streams,
  records,
}: {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'waiting'>;
}): ReportLimit {
  const reservation = createListedReservation({
    lists: records.waiting,
    keyOf: (userId) => `reports:${userId}`,
    async standingOf(item) {
      const [entityType, entityId = '', reportId = ''] = item.split('/');
      // The cast is safe: only `admit` below writes these names.
      const stream = streamOf.reports(entityType as Reportable, entityId);
      const { state } = await streams.load(reportsDecider, stream);
      const isAmong = (reports: ReadonlyMap<string, string>) => [...reports.values()].includes(reportId);
      if (isAmong(state.open)) return 'waiting';
      return isAmong(state.closed) ? 'over' : 'unknown';
    },
  });
  return {
    async admit(userId, { entityType, entityId }, reportId, now) {
      const item = `${entityType}/${entityId}/${reportId}`;
      const { reportsOfPerson } = limits;
      const most = async () => reportsOfPerson;
      const isTaken = await reservation.take({ userId, item, now, atLeast: reportsOfPerson, most });
      if (!isTaken) throw new Refusal('too-many-reports');
    },
  };
}
