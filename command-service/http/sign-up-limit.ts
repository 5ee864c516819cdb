import type { RecordStore } from '#stores/record-store/index';
import type { RequestContext } from './context.ts';
import { networkOf } from './network.ts';
import { countOrRefuse } from './write-limit.ts';

interface SignUpLimit {
  readonly records: RecordStore;
  /** For each of the two, from one network; `null` for no limit. */
  readonly signupsPerMinute: number | null;
  readonly clock: () => number;
}

/** Counts a request against the network it comes from. @throws Refusal `too-many-requests` */
export async function countSender(
  ctx: RequestContext,
  { records, signupsPerMinute: most, clock }: SignUpLimit,
  what: 'sign-in' | 'signup' | 'reset-mail' | 'link',
): Promise<void> {
  if (most === null) return;
  await countOrRefuse(records, { key: `${what}:${networkOf(ctx.ip)}`, most, now: clock() });
}
