import { isDuplicateKey } from '../../mongodb/connection.ts';
import type { Records } from './records.ts';
import type { Claim, RecordStore } from '../port.ts';
import type { AnswerRow } from './collections.ts';

export function createIdempotency({ answers, run }: Records): RecordStore['idempotency'] {
  /**
   * A single write, so that only one of several processes gets the key. If the key exists, and is not a dead claim of
   * the same request, the upsert fails because of the existing document.
   */
  const take = async (
    key: string,
    fingerprint: string,
    now: number,
    staleAfter: number,
  ): Promise<boolean> => {
    try {
      await answers.updateOne(
        { _id: key, fingerprint, status: null, at: { $lte: new Date(now - staleAfter) } },
        { $set: { at: new Date(now) } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };

  return {
    claim: (key, fingerprint, now, staleAfter) =>
      run(async () => {
        for (;;) {
          if (await take(key, fingerprint, now, staleAfter)) return { state: 'mine' };
          const row = await answers.findOne({ _id: key });
          // It was released between the two operations, so it can be claimed.
          if (row !== null) return toClaim(row, fingerprint);
        }
      }),
    // The first answer is kept, because a client may have it already.
    answer: (key, answer, now) =>
      run(async () => {
        await answers.updateOne({ _id: key, status: null }, { $set: { ...answer, at: new Date(now) } });
      }),
    release: (key) => run(async () => void (await answers.deleteOne({ _id: key, status: null }))),
  };
}

function toClaim({ fingerprint, status, headers = {}, body = '' }: AnswerRow, asked: string): Claim {
  if (fingerprint !== asked) return { state: 'other-request' };
  if (status === null) return { state: 'running' };
  return { state: 'answered', answer: { status, headers, body } };
}
