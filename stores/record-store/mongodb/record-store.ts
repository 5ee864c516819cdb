import { createChangeNotifier } from '../../mongodb/change-notifier.ts';
import { connect } from '../../mongodb/connection.ts';
import { createLeases } from '../../mongodb/lease.ts';
import { createAccounts, foldEmailsAnew } from './accounts.ts';
import { collectionsOf, makeIndexes } from './collections.ts';
import { createIdempotency } from './idempotency.ts';
import { createIdentities } from './identities.ts';
import { createLimits } from './limits.ts';
import { createOutbox } from './outbox.ts';
import { createQuotas } from './quotas.ts';
import { createRenames } from './renames.ts';
import { createReportNotes } from './report-notes.ts';
import { createSessions } from './sessions.ts';
import { createSettings } from './settings.ts';
import { createSignIns } from './sign-ins.ts';
import { createStandings } from './standings.ts';
import { createTokens } from './tokens.ts';
import { createSweep } from './sweep.ts';
import { createWaiting } from './waiting.ts';
import type { Records } from './records.ts';
import { isCurrent } from '../credentials.ts';
import { RecordStoreUnavailable, type RecordStore } from '../port.ts';

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
  const { db, run, runLong } = connection;
  const collections = collectionsOf(db);
  await connection.prepare(async () => {
    await makeIndexes(collections);
    await foldEmailsAnew(collections);
  });
  const records: Records = { ...collections, run, runLong };
  const leases = createLeases({ connection, collection: 'leases' });
  const sessionNotifier = createChangeNotifier({
    connection,
    collection: collections.sessions.collectionName,
  });
  const renameNotifier = createChangeNotifier({ connection, collection: collections.renames.collectionName });
  const { sessions, end, tellOf } = createSessions(records, sessionNotifier);
  const accounts = createAccounts(records, end, createRenames(records, renameNotifier));

  return {
    accounts,
    async signedIn(sid, now) {
      const session = await sessions.get(sid, now);
      const account = session && (await accounts.byId(session.sess.userId));
      return account && isCurrent(session, account) ? { session, account } : undefined;
    },
    standings: createStandings(records, tellOf),
    identities: createIdentities(records),
    signIns: createSignIns(records),
    sessions,
    tokens: createTokens(records),
    outbox: createOutbox(records),
    idempotency: createIdempotency(records),
    limits: createLimits(records),
    quotas: createQuotas(records),
    waiting: createWaiting(records),
    reportNotes: createReportNotes(records),
    settings: createSettings(records),
    lease: (name, stop) => leases.acquire(`records/${name}`, stop),
    sweep: createSweep(records, end),
    ping: () => connection.ping(),
    async [Symbol.asyncDispose]() {
      await sessionNotifier[Symbol.asyncDispose]();
      await renameNotifier[Symbol.asyncDispose]();
      await leases[Symbol.asyncDispose]();
      await connection[Symbol.asyncDispose]();
    },
  };
}
