import { Refusal } from '#contracts/errors';

import type { RecordStore } from '../record-store/index.ts';
import type { RequestMiddleware } from './context.ts';

export const minute = 60_000; // milliseconds

/** Counts one more of something in this minute. @throws Refusal `too-many-requests` beyond `most` */
export async function countOrRefuse(
  records: RecordStore,
  { key, most, now }: { readonly key: string; readonly most: number; readonly now: number },
): Promise<void> {
  const { count, resetsAt } = await records.limits.hit(key, minute, now);
  if (count > most) throw tooMany(resetsAt, now);
}

export const tooMany = (resetsAt: number, now: number): Refusal =>
  new Refusal('too-many-requests', { retryAfter: Math.max(1, Math.ceil((resetsAt - now) / 1000)) });

/** At most that many writes a minute for each person; `null` for no limit. */
export const writeLimit =
  (records: RecordStore, clock: () => number, most: number | null): RequestMiddleware =>
  async (ctx, next) => {
    const { viewer } = ctx.state;
    if (most !== null && viewer !== null) {
      await countOrRefuse(records, { key: `writes:${viewer.userId}`, most, now: clock() });
    }
    await next();
  };
