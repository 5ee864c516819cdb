import { randomUUID } from 'node:crypto';

import { createWindowCounter } from '#platform/concurrency/window-counter';
import { normaliseEmail } from '#contracts/shared/normalise';

import { hashSecret, type RecordStore } from '#platform/record-store/index';

import type { Post } from '../account/auth-deps.ts';

const hour = 60 * 60_000;
/** How many requested emails of one kind an address gets in an hour. */
const mostInHour = 5;
/** How many emails to an account may wait at once. */
export const waitingMost = 1000;

export interface PostDeps {
  readonly records: Pick<RecordStore, 'outbox' | 'limits'>;
  /** Whether the number of emails that people can request for an address is limited. */
  readonly isLimited: boolean;
  readonly clock: () => number;
  /** Called when there is something to send. */
  readonly wake: () => void;
}

export function createPost({ records, isLimited, clock, wake }: PostDeps): Post {
  const lastHour = createWindowCounter(records.limits, { width: hour });
  /** Whether an email is sent. Above the limit the request gets the same response: the earlier links still work. */
  async function mayAsk(what: string, whom: string): Promise<boolean> {
    if (!isLimited) return true;
    const key = `${what}:${hashSecret(whom)}`;
    return (await lastHour.countOne({ key, most: mostInHour, now: clock() })) === undefined;
  }
  const put = async (kind: 'reset' | 'confirm', userId: string | null, content: string): Promise<void> => {
    const now = clock();
    const email = { id: randomUUID(), kind, userId, content, since: now, dueAt: now, attempts: 0 };
    await records.outbox.add(email, waitingMost);
    wake();
  };
  return {
    // Does the same for every address, so that the time reveals nothing. The account is looked up when the email is
    // sent.
    async askReset(email) {
      if (await mayAsk('reset-mail', normaliseEmail(email))) await put('reset', null, email);
    },
    async askConfirmation(userId) {
      if (await mayAsk('confirm-mail', userId)) await put('confirm', userId, '');
    },
  };
}
