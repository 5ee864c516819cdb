import { createChangeNotifier } from '../../mongodb/change-notifier.ts';
import { connect } from '../../mongodb/connection.ts';
import { createLeases } from '../../mongodb/lease.ts';
import { createAccounts, renormaliseEmails, createRenames } from './accounts.ts';
import { collectionsOf, makeIndexes, type Records } from './collections.ts';
import { createIdentities, createOutbox, createReportNotes } from './plain-tables.ts';
import { carryOver } from './carry-over.ts';
import { createKeyed } from './keyed.ts';
import { createSessions, type EndSessions } from './sessions.ts';
import { createStandings } from './standings.ts';
import { isCurrent, emailsKnownFor, type RecordStore, RecordStoreUnavailable } from '../port.ts';
import { createKeyedRecords } from '../keyed/records.ts';

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
  const leases = createLeases({ connection, collection: 'leases' });
  await connection.prepare(async () => {
    await makeIndexes(collections);
    await carryOver(db, leases);
    await renormaliseEmails(collections);
  });
  const records: Records = { ...collections, run, runLong };
  const keyed = createKeyed(records);
  const sessionNotifier = createChangeNotifier({
    connection,
    collection: collections.sessions.collectionName,
  });
  const renameNotifier = createChangeNotifier({ connection, collection: collections.renames.collectionName });
  const { sessions, end, tellOf } = createSessions(records, sessionNotifier);
  const renames = createRenames(records, renameNotifier);
  const accounts = createAccounts(records, keyed, end, renames);

  return {
    ...createKeyedRecords(keyed, { durable: keyed, accounts }),
    accounts,
    async signedIn(sid, now) {
      const session = await sessions.get(sid, now);
      const account = session && (await accounts.byId(session.sess.userId));
      return account && isCurrent(session, account) ? { session, account } : undefined;
    },
    standings: createStandings(records, tellOf, renames),
    identities: createIdentities(records),
    sessions,
    outbox: createOutbox(records),
    reportNotes: createReportNotes(records),
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

/** The number of sessions that are ended at once. */
const batch = 200;

/** Ends or deletes what has expired. */
function createSweep(records: Records, endSessions: EndSessions): RecordStore['sweep'] {
  const { sessions, keyed, emails, runLong } = records;

  const endExpired = async (now: Date): Promise<void> => {
    for (;;) {
      const over = sessions.find(
        { expire: { $lte: now }, sess: { $exists: true } },
        { projection: { _id: 1 } },
      );
      const sids = (await over.limit(batch).toArray()).map(({ _id }) => _id);
      if (sids.length > 0) await endSessions({ _id: { $in: sids }, expire: { $lte: now } });
      if (sids.length < batch) return;
    }
  };

  return (now) =>
    runLong(async () => {
      await endExpired(new Date(now));
      await keyed.deleteMany({ expire: { $lte: new Date(now) } });
      await emails.deleteMany({ closedAt: { $lte: new Date(now - emailsKnownFor) } });
    });
}
