import type { Logger } from 'pino';

import type { OutboxEmail, RecordStore } from '#platform/record-store/index';
import { type Notifier, createNotifier } from '#platform/concurrency/waiting';
import { startInOneProcess } from '../shared/in-one-process.ts';
import { MailFailed, type Mailer } from './mailer.ts';
import type { WriteEmail } from './write-email.ts';

const second = 1000; // milliseconds
const hour = 3600 * second;
/** How long (milliseconds) an email waits after each failed attempt; the last value repeats. */
const waits = [20 * second, 60 * second, 180 * second, 600 * second, 1800 * second, hour, 2 * hour, 4 * hour];
/** An email is given up this long (milliseconds) after it was first due. */
const triedFor = 24 * hour;
/** Milliseconds between two reads of the outbox, for emails that other processes added or that have become due. */
const every = second;
/** How many emails are read in one round, and how many decisions may be in one email. */
const atOnce = 50;
const decisionsMost = 500;

export interface SendingDeps {
  readonly records: Pick<RecordStore, 'outbox'>;
  readonly write: WriteEmail;
  readonly mailer: Mailer;
  readonly clock: () => number;
  readonly logger: Logger;
}

/**
 * Sends the emails that are due, each at least once: an email is sent again if the process dies before the server has
 * answered. Stops early if the server accepts no email.
 */
export async function sendDue(deps: SendingDeps): Promise<void> {
  const { records, clock } = deps;
  for (const email of await records.outbox.due(clock(), atOnce)) {
    if (!(await sendOne(deps, email))) return;
  }
}

/** Sends one email. Returns false if the server accepts no email at present. */
async function sendOne(deps: SendingDeps, email: OutboxEmail): Promise<boolean> {
  const { records, write, mailer, clock, logger } = deps;
  const taken = await takeWith(records, email, clock());
  const first = taken[0];
  if (first === undefined) return true;
  const close = async (): Promise<void> => {
    for (const { id } of taken) await records.outbox.close(id, clock());
  };
  try {
    const written = await write(taken);
    if (written !== undefined) await mailer.send(written.mail, { address: written.address, id: first.id });
    await close();
    return true;
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error;
    const isOver = clock() - first.since >= triedFor;
    const about = { err: error, emailId: first.id, attempt: first.attempts + 1 };
    logger.warn(about, isOver ? 'a mail was not sent, for good' : 'a mail was not sent, trying again');
    if (isOver) await close();
    return !error.isServerAway;
  }
}

/**
 * Claims the email; for a decision, also the person's other decisions that are due. Leaves out emails that another
 * process is sending.
 */
async function takeWith(
  { outbox }: SendingDeps['records'],
  email: OutboxEmail,
  now: number,
): Promise<readonly OutboxEmail[]> {
  const { kind, userId } = email;
  const together =
    kind === 'decision' && userId !== null ? await outbox.dueOf(userId, kind, now, decisionsMost) : [email];
  const taken: OutboxEmail[] = [];
  for (const each of together) {
    const wait = waits[Math.min(each.attempts, waits.length - 1)] ?? hour;
    if (await outbox.take(each, now + wait)) taken.push(each);
  }
  return taken;
}

/** Wakes the sender when this process has added an email; it finds other emails within a second. */
export const createBell = (): Notifier => createNotifier({ every: () => every });

/** Sends emails until disposed of, in only one of several processes. */
export function startSending(
  deps: SendingDeps & { readonly records: Pick<RecordStore, 'lease'>; readonly bell: Notifier },
): AsyncDisposable {
  return startInOneProcess(
    deps,
    { lease: 'mail', complaint: 'mail is not sent, trying again', retryAfter: 5 * second },
    async (signal) => {
      while (!signal.aborted) {
        const { count } = deps.bell;
        await sendDue(deps);
        await deps.bell.after(count, signal);
      }
    },
  );
}
