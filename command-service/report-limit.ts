import pLimit from 'p-limit';

import { Refusal } from '#contracts/errors';
import { streamOf } from '#contracts/events/index';
import { limits } from '#contracts/limits';
import type { Reportable } from '#contracts/vocabulary';
import type { RecordStore } from '#stores/record-store/index';

import { reportsDecider, type Thing } from './domain/reports.ts';
import type { FoldedStreams } from './folded-streams.ts';

/** Keeps the open reports of each person within their limit. */
export interface ReportLimit {
  /**
   * Counts a report before it is appended. `now`: milliseconds since 1970.
   * @throws Refusal `too-many-reports`
   */
  admit(userId: string, thing: Thing, reportId: string, now: number): Promise<void>;
}

/** An append is not under way for longer (milliseconds): what is not in the log by then never comes. */
const appendsWithin = 60_000;
/** Streams that are read at once. */
const parallel = 4;

/**
 * The records hold the names of each person's reports, beside what they have waiting (see `waiting-limit.ts`). Nothing
 * is done when one is answered: only of a person who has reached the limit each is looked up in the log.
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
    // The cast: only `admit` below writes these names.
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
