import * as z from 'zod/mini';
import type { Logger } from 'pino';

import { Refusal } from '#contracts/shared/errors';
import type { RecordedEvent } from '#contracts/shared/recorded-event';

import { isUnavailable } from '#platform/http/problems';
import type { EventLog } from '#platform/event-log/index';
import type { Account, RecordStore } from '#platform/record-store/index';
import { type MailedDecision, wantsDecisions } from './write-email.ts';
import { startInOneProcess } from '../shared/in-one-process.ts';
import { waitingMost } from './post.ts';

/**
 * Asks the reading side who gets email about an event's decision. The response comes after the reading side has
 * processed that event.
 */
export interface DecisionLookups {
  noticesOf(event: {
    readonly id: string;
    readonly type: string;
    readonly position: bigint;
    readonly data: unknown;
  }): Promise<readonly { readonly userId: string; readonly decision: MailedDecision }[]>;
}

export interface FollowingDeps {
  readonly log: EventLog;
  readonly records: Pick<RecordStore, 'accounts' | 'outbox' | 'settings' | 'lease'>;
  readonly lookups: DecisionLookups;
  readonly clock: () => number;
  readonly logger: Logger;
}

/**
 * How long (milliseconds) after a decision its email is due: the decision may be undone within the first ten seconds.
 */
const grace = 11_000;
const day = 24 * 3_600_000;
/** The daily email is sent at this hour, in UTC. */
const dailyAt = 8;
const setting = 'decision-mail';
/** The position is stored after this many events, even if none of them was a decision. */
const storedEvery = 500;

const decisions =
  /^(?:(?:city|location)-(?:approved|rejected|reopened|deleted)|location-edit-(?:approved|rejected|reopened)|photo-(?:deleted|restored|reviewed|review-reopened)|reports-(?:upheld|dismissed|reopened))\.v\d+$/;

const Place = z.object({ logId: z.string(), position: z.string().check(z.regex(/^\d{1,19}$/)) });

/**
 * Puts emails about decisions into the outbox, in the order of the log, starting where it last stopped. Only one of
 * several processes does this. An event that is read again after a crash gives emails with the same ids, which the
 * outbox ignores.
 */
export const startFollowingDecisions = (deps: FollowingDeps): AsyncDisposable =>
  startInOneProcess(
    deps,
    { lease: 'decision-mail', complaint: 'decisions are not mailed, trying again', retryAfter: 1000 },
    (signal) => followDecisions(deps, signal),
  );

async function followDecisions(deps: FollowingDeps, signal: AbortSignal): Promise<void> {
  const { log } = deps;
  let after = await startPosition(deps);
  let passed = 0;
  for await (const event of log.subscribe({ after, signal })) {
    if (!('position' in event)) {
      if (passed > 0) await storePosition(deps, after);
      passed = 0;
      continue;
    }
    const isDecision = decisions.test(event.type) && isRecent(event, deps.clock());
    if (isDecision) await putEmails(deps, event);
    after = event.position;
    passed += 1;
    if (!isDecision && passed < storedEvery) continue;
    await storePosition(deps, after);
    passed = 0;
  }
}

/**
 * The position to continue from: the stored one; or the end of the log, at the first start and if the log is another or
 * a shorter one. Earlier decisions get no email.
 */
async function startPosition({ log, records }: FollowingDeps): Promise<bigint> {
  const noted = await records.settings.get(setting);
  const place = noted === undefined ? undefined : Place.safeParse(JSON.parse(noted)).data;
  const head = await log.head();
  if (place?.logId === log.id && BigInt(place.position) <= head) return BigInt(place.position);
  await storePosition({ log, records }, head);
  return head;
}

const storePosition = (
  { log, records }: Pick<FollowingDeps, 'log' | 'records'>,
  position: bigint,
): Promise<void> =>
  records.settings.set(setting, JSON.stringify({ logId: log.id, position: String(position) }));

/** Whether a decision is less than a day old. If email was off for weeks, decisions of that time get no email. */
const isRecent = ({ metadata }: RecordedEvent, now: number): boolean => now - Date.parse(metadata.time) < day;

async function putEmails({ records, lookups, clock, logger }: FollowingDeps, event: RecordedEvent) {
  const notices = await lookups.noticesOf(event).catch((error: unknown) => {
    if (error instanceof Refusal || isUnavailable(error)) throw error;
    // Every attempt would fail, and block all later decisions.
    logger.error({ err: error, position: String(event.position) }, 'no mail is sent about a decision');
    return [];
  });
  const decidedAt = Date.parse(event.metadata.time);
  for (let at = 0; at < notices.length; at += readAtOnce) {
    const some = notices.slice(at, at + readAtOnce);
    const accounts = await records.accounts.byIds(some.map(({ userId }) => userId));
    const accountOf = new Map(accounts.map((account) => [account.id, account]));
    for (const { userId, decision } of some) {
      const account = accountOf.get(userId);
      if (account === undefined || !wantsDecisions(account)) continue;
      const dueAt = dueFor(account, decidedAt, clock());
      await records.outbox.add(
        {
          id: `${event.id}:${userId}`,
          kind: 'decision',
          userId,
          content: JSON.stringify(decision),
          since: dueAt,
          dueAt,
          attempts: 0,
        },
        waitingMost,
      );
    }
  }
}

const readAtOnce = 500;

/** When to send the email about a decision that was made at `decidedAt`. Times are milliseconds since 1970. */
export function dueFor({ notify }: Pick<Account, 'notify'>, decidedAt: number, now: number): number {
  if (notify === 'each') return Math.max(decidedAt + grace, now);
  const today = Math.floor(now / day) * day + dailyAt * 3_600_000;
  return today > now ? today : today + day;
}
