import { setImmediate as nextTick } from 'node:timers/promises';

import type { Lease } from '../../concurrency/reservation.ts';
import { acquireStoreLease } from '../../sqlite/lease.ts';
import { createKeyedRecords } from '../keyed/records.ts';
import { emailsKnownFor, type RecordStore, RecordStoreUnavailable } from '../port.ts';
import { createAccounts } from './accounts.ts';
import { openConnection, type Connection } from './database.ts';
import { createIdentities, createOutbox, createReportNotes } from './plain-tables.ts';
import { createKeyed } from './keyed.ts';
import { createNotedFeed } from './noted-feed.ts';
import { createSessions, createSignedIn } from './sessions.ts';
import { createStandings } from './standings.ts';

/**
 * The records in one SQLite file, which is created if needed; several processes may have it open. Acknowledged writes
 * of accounts, sessions, links and mail survive a power failure. Other data survives the end of the process. A power
 * failure may lose the newest of it, but responses can be found again in the log.
 * @throws RecordStoreUnavailable when the file cannot be opened or is not such a file
 */
export async function openEmbeddedRecordStore({ path }: { readonly path: string }): Promise<RecordStore> {
  const durable = openConnection(path, 'FULL');
  let quick: Connection;
  try {
    quick = openConnection(path, 'NORMAL');
  } catch (error) {
    durable[Symbol.dispose]();
    throw error;
  }
  const closing = new AbortController();
  const alive = quick.prepare('SELECT 1 FROM keyed LIMIT 1');

  const { sessions, tell } = createSessions(durable, closing.signal);
  const renamed = createNotedFeed(durable, closing.signal, { table: 'renamed_accounts', column: 'user_id' });
  const accounts = createAccounts(durable, renamed, tell);

  return {
    ...createKeyedRecords(createKeyed(quick), { durable: createKeyed(durable), accounts }),
    accounts,
    signedIn: createSignedIn(durable),
    standings: createStandings(durable, () => {
      tell();
      renamed.notify();
    }),
    identities: createIdentities(durable),
    sessions,
    outbox: createOutbox(durable),
    reportNotes: createReportNotes(durable),
    lease: (name, signal) => acquireLease(path, name, signal),
    sweep: createSweep(quick),
    ping: async () => void alive.get(),
    async [Symbol.asyncDispose]() {
      closing.abort();
      quick[Symbol.dispose]();
      durable[Symbol.dispose]();
    },
  };
}

async function acquireLease(path: string, name: string, signal: AbortSignal): Promise<Lease> {
  if (!/^[a-z0-9-]+$/.test(name)) throw new TypeError(`A lease cannot be named ${JSON.stringify(name)}`);
  try {
    return await acquireStoreLease(path, name, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new RecordStoreUnavailable(`The lease ${name} cannot be taken`, { cause: error });
  }
}

/** Far more than can be added between two checks by another process. */
const notesKept = 10_000;
/** Rows per statement, which limits how long the event loop is blocked. */
const batch = 200;

/** Deletes what has expired, a few rows at a time. */
function createSweep(connection: Connection): RecordStore['sweep'] {
  const prepare = (table: string, over: string) =>
    connection.prepare(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${over} LIMIT ${batch})`,
    );
  const sessions = prepare('sessions', 'expire <= ?');
  const keyed = prepare('keyed', 'expire <= ?');
  const emails = prepare('letters', 'closed_at <= ?');
  const ended = prepare('ended_sessions', 'number <= (SELECT max(number) FROM ended_sessions) - ?');
  const renamed = prepare('renamed_accounts', 'number <= (SELECT max(number) FROM renamed_accounts) - ?');

  return async (now) => {
    const work = [
      { statement: sessions, value: now },
      { statement: keyed, value: now },
      { statement: emails, value: now - emailsKnownFor },
      { statement: ended, value: notesKept },
      { statement: renamed, value: notesKept },
    ];
    for (const { statement, value } of work) {
      while (statement.run(value) === batch) await nextTick();
    }
  };
}
