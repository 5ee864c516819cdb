import { randomUUID } from 'node:crypto';

import { foldEmail } from '#contracts/fold';

import { hashSecret, type RecordStore } from '#stores/record-store/index';

/** Puts into the outbox what people ask for. */
export interface Post {
  /** A link to choose a new password, if the address has an account: whoever asks is not told. */
  askReset(email: string): Promise<void>;
  /** A link to confirm the address of an account. */
  askConfirmation(userId: string): Promise<void>;
}

const hour = 60 * 60_000;
/** Mails of one kind that one address gets in an hour because somebody asks for them. */
const mostInHour = 5;
/** Letters of an account that may wait at once. */
export const waitingMost = 1000;

export interface PostDeps {
  readonly records: Pick<RecordStore, 'outbox' | 'limits'>;
  /** Whether an address gets only so many. */
  readonly isLimited: boolean;
  readonly clock: () => number;
  /** Called when there is something to send. */
  readonly wake: () => void;
}

export function createPost({ records, isLimited, clock, wake }: PostDeps): Post {
  /** Whoever asks too often gets the answer all the same: the links of before still work. */
  async function mayAsk(what: string, whom: string): Promise<boolean> {
    if (!isLimited) return true;
    const { count } = await records.limits.hit(`${what}:${hashSecret(whom)}`, hour, clock());
    return count <= mostInHour;
  }
  const put = async (kind: 'reset' | 'confirm', userId: string | null, content: string): Promise<void> => {
    const now = clock();
    const letter = { id: randomUUID(), kind, userId, content, since: now, dueAt: now, attempts: 0 };
    await records.outbox.add(letter, waitingMost);
    wake();
  };
  return {
    // The same for every address, so that the time tells nothing: its account is looked for when it is sent.
    async askReset(email) {
      if (await mayAsk('reset-mail', foldEmail(email))) await put('reset', null, email);
    },
    async askConfirmation(userId) {
      if (await mayAsk('confirm-mail', userId)) await put('confirm', userId, '');
    },
  };
}
