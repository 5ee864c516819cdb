import type { Viewer } from '#contracts/shared/parse';
import type { Desk } from '#contracts/moderation/views';
import { quantileOf } from '#contracts/moderation/wait-histogram';
import type { QueueDay } from '#contracts/moderation/read-models-queue';
import { queueKinds } from '#contracts/moderation/words';

import type { QueryResponse } from '#platform/queries/query-response';
import type { QueryContext } from '../../query-context.ts';
import { findAll, readTotals } from './entries.ts';

const day = 86_400_000; // milliseconds
/** The waits are those of decisions on this many whole days before today. */
const daysBack = 30;

/** An overview of the moderation. It reads only a few documents, however many items wait or were decided. */
export async function getDesk({ models, clock }: QueryContext, viewer: Viewer): Promise<QueryResponse> {
  const now = clock();
  const nameOf = (ago: number) => new Date(now - ago * day).toISOString().slice(0, 10);
  const names = Array.from({ length: daysBack + 1 }, (_, ago) => nameOf(ago));
  const selection = { kinds: queueKinds, city: undefined, submitter: undefined, sort: 'oldest' } as const;
  const [{ city, location, edit, photo, change, report }, [oldest], days] = await Promise.all([
    readTotals(models),
    findAll(models, selection, { limit: 1, after: undefined }),
    models.queue.reader.getMany<QueueDay>('days', names),
  ]);
  const today = days.find(({ id }) => id === names[0]);
  const waits = waitsOf(days);
  const body: Desk = {
    waiting: { city, location, edit, photo, change, report },
    oldestAt: oldest?.entry.submittedAt ?? null,
    decidedToday: today?.decided ?? 0,
    decidedTodayByMe: today?.decidedBy[viewer?.userId ?? ''] ?? 0,
    medianWaitSeconds: quantileOf(waits, 0.5),
    p95WaitSeconds: quantileOf(waits, 0.95),
  };
  return { body, tags: [] };
}

function waitsOf(days: readonly QueueDay[]): ReadonlyMap<number, number> {
  const sum = new Map<number, number>();
  for (const { waits } of days) {
    for (const [bucket, count] of Object.entries(waits)) {
      sum.set(Number(bucket), (sum.get(Number(bucket)) ?? 0) + count);
    }
  }
  return sum;
}
