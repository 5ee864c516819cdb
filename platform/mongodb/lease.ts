import { ObjectId, type Collection } from 'mongodb';

import type { Lease } from '../concurrency/reservation.ts';
import { pause } from '../concurrency/waiting.ts';
import { isDuplicateKey, type Connection } from './connection.ts';

interface LeaseDocument {
  readonly _id: string;
  readonly holder: string | null;
  /** By the server's clock, since the clocks of the processes may differ. */
  readonly until: Date;
}

export interface LeasesOptions {
  readonly connection: Connection;
  readonly collection: string;
  /** Milliseconds until the lease of a killed process expires. */
  readonly lifeMs?: number;
  /** Milliseconds between two attempts of a waiting process. */
  readonly pollMs?: number;
}

export interface Leases extends AsyncDisposable {
  /** Waits for the only lease of that name, even while the server is unavailable. @throws when the signal is aborted */
  acquire(name: string, signal: AbortSignal): Promise<Lease>;
  /** Whether any process holds it; a killed one does until it expires. @throws the connection's error */
  isHeld(name: string): Promise<boolean>;
}

/** Leases are documents that their holders renew. Disposing of this releases the leases that it holds. */
export function createLeases(options: LeasesOptions): Leases {
  const { lifeMs = 6000, pollMs = 200 } = options;
  const { db, run } = options.connection;
  const leases = db.collection<LeaseDocument>(options.collection);
  const closing = new AbortController();
  const held = new Set<Lease>();

  /**
   * Tries once to take the lease. Other processes may try at the same time, so a single update decides, by the server's
   * clock.
   */
  const take = async (name: string, holder: string): Promise<boolean> => {
    await run(() => makeSure(leases, name));
    const taken = await run(() =>
      leases.updateOne({ _id: name, $expr: { $lte: ['$until', '$$NOW'] } }, [
        { $set: { holder: { $literal: holder }, until: { $add: ['$$NOW', lifeMs] } } },
      ]),
    );
    return taken.matchedCount === 1;
  };

  const hold = (name: string, holder: string): Lease => {
    const lost = new AbortController();
    const over = new AbortController();
    const renewing = renew(over.signal, lost, name, holder);
    const lease: Lease = {
      lost: lost.signal,
      async [Symbol.asyncDispose]() {
        if (over.signal.aborted) return;
        held.delete(lease);
        over.abort();
        await renewing;
        await release(name, holder);
      },
    };
    held.add(lease);
    return lease;
  };

  /** If this fails, the lease expires by itself. */
  const release = async (name: string, holder: string): Promise<void> => {
    const free = () =>
      run(() => leases.updateOne({ _id: name, holder }, { $set: { holder: null, until: new Date(0) } }));
    // The first attempt may use a connection that has died meanwhile.
    await free().catch(() => free().catch(() => undefined));
  };

  const renew = async (over: AbortSignal, lost: AbortController, name: string, holder: string) => {
    while (await pause(lifeMs / 3, over)) {
      try {
        const renewed = await run(() =>
          leases.updateOne({ _id: name, holder }, [{ $set: { until: { $add: ['$$NOW', lifeMs] } } }]),
        );
        if (renewed.matchedCount === 1) continue;
        lost.abort(new Error(`The lease ${name} was not renewed in time, and another process has it`));
        return;
      } catch {
        // The server is unavailable: whether the lease is lost will be known when it is back.
      }
    }
  };

  return {
    async acquire(name, signal) {
      const stop = AbortSignal.any([signal, closing.signal]);
      const holder = new ObjectId().toHexString();
      for (;;) {
        stop.throwIfAborted();
        // An unavailable server only prolongs the wait.
        const taken = await take(name, holder).catch(() => false);
        const lease = taken ? hold(name, holder) : undefined;
        if (lease !== undefined && !stop.aborted) return lease;
        await lease?.[Symbol.asyncDispose]();
        await pause(pollMs, stop);
      }
    },
    async isHeld(name) {
      const held = await run(() => leases.findOne({ _id: name, $expr: { $gt: ['$until', '$$NOW'] } }));
      return held !== null;
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('The store is closed'));
      await Promise.all([...held].map((lease) => lease[Symbol.asyncDispose]()));
    },
  };
}

/** Creates the document of a new lease, because an upsert cannot use the server's time. */
async function makeSure(leases: Collection<LeaseDocument>, name: string): Promise<void> {
  try {
    const free = { $setOnInsert: { holder: null, until: new Date(0) } };
    await leases.updateOne({ _id: name }, free, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
