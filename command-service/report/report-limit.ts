import { Refusal } from '#contracts/shared/errors';
import { streamOf } from '#contracts/events';
import { limits } from '#contracts/shared/limits';
import type { Reportable } from '#contracts/report/words';
import { createListedReservation } from '#platform/concurrency/listed-reservation';
import type { RecordStore } from '#platform/record-store/index';

import { reportsDecider, type ReportTarget } from './decider.ts';
import type { FoldedStreams } from '#platform/commands/folded-streams';

/** Limits how many open reports each person may have. */
export interface ReportLimit {
  /**
   * Counts a report before it is appended. `now`: milliseconds since 1970.
   * @throws Refusal `too-many-reports`
   */
  admit(userId: string, target: ReportTarget, reportId: string, now: number): Promise<void>;
}

/** The records list each person's reports beside what that person has waiting (see `waiting-limit.ts`). */
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
      if (state.open.has(reportId)) return 'waiting';
      return state.closed.has(reportId) ? 'over' : 'unknown';
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
