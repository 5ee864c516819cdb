import { setTimeout as delay } from 'node:timers/promises';

import { foldEmail } from '#contracts/fold';

import { networkOf } from '../http/network.ts';
import { countOf, fullUntil, minute } from '../http/sliding-limit.ts';
import { tooMany } from '../http/write-limit.ts';
import { hashSecret, type RecordStore } from '../record-store/index.ts';

/** Failures of one email, from all addresses together, after which each further attempt waits. */
const slowAfter = 20;
const slowBy = 1000; // milliseconds

/**
 * Lets a login be tried, one after another from each address so that the failures are counted before the next.
 * Beyond `most` failures in a minute from an address it is refused; an email that many addresses guess at is only
 * answered more slowly, so that nobody can lock its owner out.
 */
export function createLoginGuard(
  records: RecordStore,
  clock: () => number,
  most: number | null,
  wait: (milliseconds: number) => Promise<unknown> = delay,
) {
  const queues = new Map<string, Promise<unknown>>();

  async function guarded<T>(network: string, email: string, attempt: () => Promise<T | undefined>) {
    const keys = { address: `login:${network}`, email: `login-email:${hashSecret(foldEmail(email))}` };
    if (most === null) return attempt();
    const now = clock();
    const opensAt = await fullUntil(records, { key: keys.address, most, now });
    if (opensAt !== undefined) throw tooMany(opensAt, now);
    if ((await countOf(records, { key: keys.email, now })) >= slowAfter) await wait(slowBy);
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
    const network = networkOf(address);
    const before = queues.get(network) ?? Promise.resolve();
    const turn = before.then(
      () => guarded(network, email, attempt),
      () => guarded(network, email, attempt),
    );
    queues.set(network, turn);
    try {
      return await turn;
    } finally {
      if (queues.get(network) === turn) queues.delete(network);
    }
  };
}
export type LoginGuard = ReturnType<typeof createLoginGuard>;
