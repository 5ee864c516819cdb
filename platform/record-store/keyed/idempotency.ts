import type { RecordStore, StoredAnswer } from '../port.ts';
import type { Entry, Keyed } from './port.ts';

/** How long (milliseconds) an answer is kept for repeated requests. */
export const answersKeptFor = 24 * 60 * 60 * 1000;

/** A claim, and its answer once there is one. */
interface Kept {
  readonly fingerprint: string;
  /** When it was claimed or, later, answered. */
  readonly at: number;
  readonly answer?: StoredAnswer;
}

/** Claims and answers of requests. Their keys begin with the person's id and a colon. */
export function createIdempotency(keyed: Keyed): RecordStore['idempotency'] {
  const keyOf = (key: string) => `answer:${key}`;
  const entryOf = (key: string, kept: Kept): Entry => ({
    value: JSON.stringify(kept),
    // One more, because it is still kept at the end of that time.
    expire: kept.at + answersKeptFor + 1,
    owner: /^([^:]+):/.exec(key)?.[1],
  });
  const read = async (key: string): Promise<{ kept: Kept; text: string } | undefined> => {
    const entry = await keyed.get(keyOf(key));
    if (entry === undefined) return undefined;
    const text = String(entry.value);
    // The cast is safe: only this file writes these entries.
    return { kept: JSON.parse(text) as Kept, text };
  };

  return {
    async claim(key, fingerprint, now, staleAfter) {
      const claim = entryOf(key, { fingerprint, at: now });
      for (;;) {
        if (await keyed.putIf(keyOf(key), undefined, claim)) return { state: 'mine' };
        const found = await read(key);
        // It was released between the two calls, so it can be claimed.
        if (found === undefined) continue;
        const { kept, text } = found;
        // Not even a dead claim: the first request may have left events whose ids are derived from the key.
        if (kept.fingerprint !== fingerprint) return { state: 'other-request' };
        if (kept.answer !== undefined) return { state: 'answered', answer: kept.answer };
        if (kept.at > now - staleAfter) return { state: 'running' };
        if (await keyed.putIf(keyOf(key), text, claim)) return { state: 'mine' };
      }
    },
    async answer(key, answer, now) {
      for (;;) {
        const found = await read(key);
        // The first answer is kept, because a client may have it already.
        if (found === undefined || found.kept.answer !== undefined) return;
        const { fingerprint } = found.kept;
        if (await keyed.putIf(keyOf(key), found.text, entryOf(key, { fingerprint, at: now, answer }))) return;
      }
    },
    async release(key) {
      const found = await read(key);
      if (found !== undefined && found.kept.answer === undefined)
        await keyed.removeIf(keyOf(key), found.text);
    },
  };
}
