import { setTimeout as delay } from 'node:timers/promises';

import { createFairSemaphore } from '#platform/concurrency/fair-semaphore';
import { Refusal } from '#contracts/shared/errors';
import { createReservation } from '#platform/concurrency/reservation';
import { createWindowCounter } from '#platform/concurrency/window-counter';
import { normaliseEmail } from '#contracts/shared/normalise';

import { networkOf } from '#platform/http/network';
import { lastMinute, tooMany } from '#platform/http/rate-limits';
import { hashSecret, type RecordStore } from '#platform/record-store/index';

/** How many failures an account may have in a minute, over all networks, before each further failure causes a pause. */
const pauseAfter = 5;
/**
 * Each further failure makes the pause this much longer (milliseconds), up to the maximum: about 18 guesses a minute.
 */
const pauseStep = 250;
const pauseMost = 5000;
/** How many attempts from unknown networks may wait for one account, and how long (milliseconds). */
const waitingMost = 100;
const timeout = 10_000;
/** How many attempts one network may have in progress at once. */
const ofNetworkMost = 20;
/** How many attempts from unknown networks may be compared at once: half a second of work for two cores. */
const comparingMost = 64;
/** The shortest time (milliseconds) for which an account remembers a network. */
const knownFor = 30 * 24 * 60 * 60_000;

export interface LoginGuardDeps {
  readonly records: RecordStore;
  readonly clock: () => number;
  /** How many failures one network may have in a minute; null turns all limits here off. */
  readonly failuresPerMinute: number | null;
  /** How many successful sign-ins one account may have in a minute; null for no limit. */
  readonly signInsPerMinute: number | null;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

/** The sender's address, and the email of the account that the sender tries to sign in to. */
interface Login {
  readonly address: string;
  readonly email: string;
}

export interface LoginGuard {
  /**
   * Calls `check` if the limits allow it, and returns its result; undefined means a wrong password.
   * @throws Refusal `too-many-requests`
   */
  attempt<T>(login: Login, check: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Stores that the account's owner has signed in from this address. */
  signedIn(login: Login): Promise<void>;
}

/**
 * Slows down guessing, without letting a stranger lock anybody out:
 * - A network with too many failures in a minute is refused, whichever accounts it tried.
 * - Attempts on one account from networks that it does not know run one after another, with a pause that grows with the
 *   failures. Networks with the fewest failures are served first; an attempt that waits too long is refused, which
 *   counts as a failure.
 * - A network from which somebody signed in to the account within the last month does not wait for those. Emails
 *   without an account are treated alike. The counters are in the shared store, the queues in this process.
 */
export function createLoginGuard(deps: LoginGuardDeps): LoginGuard {
  const { records, clock, failuresPerMinute, signInsPerMinute } = deps;
  const wait = deps.wait ?? ((milliseconds) => delay(milliseconds, undefined, { ref: false }));
  const lockWith = (most: number) =>
    createFairSemaphore({
      newestFirst: true,
      waiting: { most, time: { milliseconds: timeout, clock }, refusal: waitedTooLong },
    });
  const accountLocks = lockWith(waitingMost);
  const networkLocks = lockWith(ofNetworkMost);
  const underWay = createReservation({ mostOfKey: ofNetworkMost });
  const comparing = createReservation({ most: comparingMost });
  const counted = lastMinute(records);
  const knownNetworks = createWindowCounter(records.limits, { width: knownFor });
  const busy = () => tooMany(clock() + 1000, clock());

  /** The network's failures in the last minute. @throws Refusal `too-many-requests` */
  async function failuresOf({ network }: Keys, most: number): Promise<number> {
    const now = clock();
    const opensAt = await counted.fullUntil({ key: network, most, now });
    if (opensAt !== undefined) throw tooMany(opensAt, now);
    return counted.total(network, now);
  }

  /** Runs attempts from one network one after another, so that a failure is counted before the next attempt. */
  async function compare<T>(keys: Keys, most: number, check: () => Promise<T | undefined>) {
    using _lock = await networkLocks.take(keys.network);
    await failuresOf(keys, most);
    const result = await check();
    const due = result === undefined ? [keys.network, keys.account] : [keys.success];
    for (const key of due) await counted.add(key, clock());
    return result;
  }

  async function compareIfFree<T>(keys: Keys, most: number, check: () => Promise<T | undefined>) {
    using place = comparing.take('all');
    if (place === undefined) throw busy();
    return await compare(keys, most, check);
  }

  async function compareAlone<T>(keys: Keys, most: number, check: () => Promise<T | undefined>) {
    const failures = await failuresOf(keys, most);
    const lock = await accountLocks.take(keys.account, { rank: failures }).catch(async (refusal: unknown) => {
      await counted.add(keys.network, clock());
      throw refusal;
    });
    let pause = 0;
    try {
      const result = await compareIfFree(keys, most, check);
      if (result === undefined) pause = pauseFor(await counted.total(keys.account, clock()));
      return result;
    } finally {
      const end = () => lock[Symbol.dispose]();
      if (pause === 0) end();
      else void wait(pause).then(end, end);
    }
  }

  async function guarded<T>(keys: Keys, most: number, check: () => Promise<T | undefined>) {
    const now = clock();
    const opensAt =
      signInsPerMinute === null
        ? undefined
        : await counted.fullUntil({ key: keys.success, most: signInsPerMinute, now });
    if (opensAt !== undefined) throw tooMany(opensAt, now);
    const isKnown = (await knownNetworks.total(keys.known, now)) > 0;
    return isKnown ? compare(keys, most, check) : compareAlone(keys, most, check);
  }

  return {
    async attempt(login, check) {
      if (failuresPerMinute === null) return check();
      const keys = keysOf(login);
      using place = underWay.take(keys.network);
      if (place === undefined) throw busy();
      return await guarded(keys, failuresPerMinute, check);
    },
    async signedIn(login) {
      if (failuresPerMinute === null) return;
      const { known } = keysOf(login);
      // Also counted in the next window; otherwise the account could forget a network after a day.
      for (const at of [clock(), clock() + knownFor]) {
        if ((await knownNetworks.total(known, at)) === 0) await knownNetworks.add(known, at);
      }
    },
  };
}

const waitedTooLong = (): Refusal => new Refusal('too-many-requests', { retryAfter: 10 });

/** Names of counters. They contain only hashes of the email and of the networks that its owner has used. */
interface Keys {
  readonly network: string;
  readonly account: string;
  readonly success: string;
  readonly known: string;
}

function keysOf({ address, email }: Login): Keys {
  const network = networkOf(address);
  const account = hashSecret(normaliseEmail(email));
  return {
    network: `login:${network}`,
    account: `login-email:${account}`,
    success: `login-success:${account}`,
    known: `login-known:${hashSecret(`${account} ${network}`)}`,
  };
}

/** How long (milliseconds) an account pauses after a wrong guess, with `failures` of them in the last minute. */
const pauseFor = (failures: number): number =>
  Math.min(pauseMost, pauseStep * Math.max(0, failures - pauseAfter));
