import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';
import { streamOf } from '#contracts/events/index';
import { limits } from '#contracts/limits';
import type { Reportable } from '#contracts/vocabulary';
import type { RecordStore } from '#stores/record-store/index';

import { reportsDecider, type ReportTarget } from './domain/reports.ts';
import type { FoldedStreams } from './folded-streams.ts';

/** Limits how many open reports each person may have. */
export interface ReportLimit {
  /**
   * Counts a report before it is appended. `now`: milliseconds since 1970.
   * @throws Refusal `too-many-reports`
   */
  admit(userId: string, thing: ReportTarget, reportId: string, now: number): Promise<void>;
}

/** No append takes longer (milliseconds): an event that is not in the log after this time never arrives. */
const appendsWithin = 60_000;
/** How many streams are read at the same time. */
const parallel = 4;

/**
 * The records list each person's reports beside what that person has waiting (see `waiting-limit.ts`). An answer to a
 * report does not change the list: only when a person has reached the limit is each report looked up in the log.
 */
export function createReportLimit({
  streams,
  records: { waiting },
}: {
  readonly streams: FoldedStreams;
  readonly records: Pick<RecordStore, 'waiting'>;
}): ReportLimit {
  const keyOf = (userId: string) => `reports:${userId}`;

  async function isOver({ thing, since }: { thing: string; since: number }, now: number): Promise<boolean> {
    const [entityType, entityId = '', reportId = ''] = thing.split('/');
    // The cast is safe: only `admit` below writes these names.
    const stream = streamOf.reports(entityType as Reportable, entityId);
    const { state } = await streams.load(reportsDecider, stream);
    return !state.open.has(reportId) && (state.closed.has(reportId) || since < now - appendsWithin);
  }

  async function forgetAnswered(userId: string, now: number): Promise<void> {
    const held = await waiting.of(keyOf(userId));
    const limit = pLimit(parallel);
    const over = await limit.map(held, async (item) => ((await isOver(item, now)) ? [item.thing] : []));
    await waiting.remove(keyOf(userId), over.flat());
  }

  return {
    async admit(userId, { entityType, entityId }, reportId, now) {
      const name = `${entityType}/${entityId}/${reportId}`;
      const add = () => waiting.add(keyOf(userId), name, { most: limits.reportsOfPerson, now });
      if (await add()) return;
      await forgetAnswered(userId, now);
      if (!(await add())) throw new Refusal('too-many-reports');
    },
  };
}
