import { setTimeout as delay } from 'node:timers/promises';

import { foldEmail } from '#contracts/fold';

import { minute, tooMany } from '../http/write-limit.ts';
import { hashSecret, type RecordStore } from '../record-store/index.ts';

/** Failures of one email, from all addresses together, after which each further attempt waits. */
const slowAfter = 20;
const slowBy = 1000; // milliseconds

/**
 * Lets a login be tried, one after another from each address so that the failures are counted before the next.
 * Beyond `most` failures in a minute from an address it is refused; an email that many addresses guess at is only
 * answered more slowly, so that nobody can lock its owner out.
 */
export function createLoginGuard(records: RecordStore, clock: () => number, most: number | null) {
  const queues = new Map<string, Promise<unknown>>();

  async function guarded<T>(address: string, email: string, attempt: () => Promise<T | undefined>) {
    const keys = { address: `login:${address}`, email: `login-email:${hashSecret(foldEmail(email))}` };
    if (most === null) return attempt();
    const now = clock();
    const failures = await records.limits.peek(keys.address, minute, now);
    if (failures.count >= most) throw tooMany(failures.resetsAt, now);
    if ((await records.limits.peek(keys.email, minute, now)).count >= slowAfter) await delay(slowBy);
    const result = await attempt();
    if (result === undefined) {
      await records.limits.hit(keys.address, minute, now);
      await records.limits.hit(keys.email, minute, now);
    }
    return result;
  }

  /** @throws Refusal `too-many-requests` */
  return async function guard<T>(
    address: string,
    email: string,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const before = queues.get(address) ?? Promise.resolve();
    const turn = before.then(
      () => guarded(address, email, attempt),
      () => guarded(address, email, attempt),
    );
    queues.set(address, turn);
    try {
      return await turn;
    } finally {
      if (queues.get(address) === turn) queues.delete(address);
    }
  };
}
export type LoginGuard = ReturnType<typeof createLoginGuard>;
