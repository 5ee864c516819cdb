import { Refusal } from '#contracts/errors';

import type { RecordStore } from '#stores/record-store/index';
import type { RequestMiddleware } from './context.ts';
import { countOne, type Limit } from './sliding-limit.ts';

/** Counts one more in this minute. @throws Refusal `too-many-requests` beyond `most` */
export async function countOrRefuse(records: RecordStore, limit: Limit): Promise<void> {
  const opensAt = await countOne(records, limit);
  if (opensAt !== undefined) throw tooMany(opensAt, limit.now);
}

/** `opensAt`: when (milliseconds since 1970) the next one is allowed. */
export const tooMany = (opensAt: number, now: number): Refusal =>
  new Refusal('too-many-requests', { retryAfter: Math.max(1, Math.ceil((opensAt - now) / 1000)) });

/** Limits each person to that many writes a minute; `null` for no limit. */
export const writeLimit =
  (records: RecordStore, clock: () => number, most: number | null): RequestMiddleware =>
  async (ctx, next) => {
    const { viewer } = ctx.state;
    if (most !== null && viewer !== null) {
      await countOrRefuse(records, { key: `writes:${viewer.userId}`, most, now: clock() });
    }
    await next();
  };
