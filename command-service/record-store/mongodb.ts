import { createChangeSignal } from '#mongodb/change-signal';
import { connect, type Connection } from '#mongodb/connection';
import { createLeases } from '#mongodb/lease';
import { createAccounts } from './mongodb/accounts.ts';
import { collectionsOf, makeIndexes, type Collections } from './mongodb/collections.ts';
import { createIdempotency } from './mongodb/idempotency.ts';
import { createIdentities } from './mongodb/identities.ts';
import { createLimits } from './mongodb/limits.ts';
import { createSessions } from './mongodb/sessions.ts';
import { createSettings } from './mongodb/settings.ts';
import { createSignIns } from './mongodb/sign-ins.ts';
import { createSweep } from './mongodb/sweep.ts';
import { RecordStoreUnavailable, type RecordStore } from './port.ts';

/** The work of one of the store's parts on its collections; every call throws RecordStoreUnavailable for the driver's errors. */
export interface Records extends Collections {
  readonly run: Connection['run'];
}

/**
 * The records in collections of a MongoDB database, which several processes may use.
 * @throws RecordStoreUnavailable when the server does not answer
 */
export async function openMongoRecordStore({ url }: { readonly url: string }): Promise<RecordStore> {
  const connection = await connect({
    url,
    appName: 'lightfall-records',
    unavailable: (message, options) => new RecordStoreUnavailable(message, options),
  });
  const { db, run } = connection;
  const collections = collectionsOf(db);
  await connection.prepare(() => makeIndexes(collections));
  const records: Records = { ...collections, run };
  const leases = createLeases({ connection, collection: 'leases' });
  const signal = createChangeSignal({ connection, collection: collections.sessions.collectionName });
  const { sessions, end } = createSessions(records, signal);

  return {
    accounts: createAccounts(records, end),
    identities: createIdentities(records),
    signIns: createSignIns(records),
    sessions,
    idempotency: createIdempotency(records),
    limits: createLimits(records),
    settings: createSettings(records),
    lease: (name, stop) => leases.acquire(`records/${name}`, stop),
    sweep: createSweep(records, end),
    ping: () => connection.ping(),
    async [Symbol.asyncDispose]() {
      await signal[Symbol.asyncDispose]();
      await leases[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}
