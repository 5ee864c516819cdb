import { createWindowCounter, type Limit, type WindowCounter } from '#platform/concurrency/window-counter';
import { Refusal } from '#contracts/shared/errors';
import type { RecordStore } from '#platform/record-store/index';

import type { RequestContext, RequestMiddleware } from './context.ts';
import { networkOf } from './network.ts';

/** Counts what happened in the last 60 seconds. */
export const lastMinute = ({ limits }: Pick<RecordStore, 'limits'>): WindowCounter =>
  createWindowCounter(limits, { width: 60_000, slides: true });

/** `opensAt`: when (milliseconds since 1970) the next one is allowed. */
export const tooMany = (opensAt: number, now: number): Refusal =>
  new Refusal('too-many-requests', { retryAfter: Math.max(1, Math.ceil((opensAt - now) / 1000)) });

/** Counts one more in the last minute. @throws Refusal `too-many-requests` beyond `most` */
async function countOrRefuse(records: RecordStore, limit: Limit): Promise<void> {
  const opensAt = await lastMinute(records).countOne(limit);
  if (opensAt !== undefined) throw tooMany(opensAt, limit.now);
}

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

interface SenderLimit {
  readonly records: RecordStore;
  /** Limit of each kind for one network; `null` for no limit. */
  readonly signupsPerMinute: number | null;
  readonly clock: () => number;
}

/** Counts a request against the network it comes from. @throws Refusal `too-many-requests` */
export async function countSender(
  ctx: RequestContext,
  { records, signupsPerMinute: most, clock }: SenderLimit,
  what: 'sign-in' | 'signup' | 'reset-mail' | 'link',
): Promise<void> {
  if (most === null) return;
  await countOrRefuse(records, { key: `${what}:${networkOf(ctx.ip)}`, most, now: clock() });
}
