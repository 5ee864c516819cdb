import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { makePrivate } from '../files/files.ts';
import type { Lease } from '../concurrency/reservation.ts';
import { isSqliteError, openSqlite } from './connection.mjs';
import type { Sqlite } from './types.ts';

export { SqliteError } from './connection.mjs';

const retryEvery = 50; // milliseconds

/** The file of a store's lease. All stores in a folder share one folder of leases. */
const fileOf = (store: string, name: string): string =>
  path.join(path.dirname(store), 'leases', `${path.basename(store, '.db')}-${encodeURIComponent(name)}`);

/**
 * Waits until this process holds a lease of the store in that file.
 * @throws the signal's reason when it is aborted first
 */
export function acquireStoreLease(store: string, name: string, signal: AbortSignal): Promise<Lease> {
  return acquireFileLease(leaseFile(store, name), signal);
}

/**
 * Shares a lease of the store with other sharers, so that nobody can acquire it meanwhile. Waits while somebody holds
 * it.
 * @throws the signal's reason when it is aborted first
 */
export function shareStoreLease(store: string, name: string, signal: AbortSignal): Promise<Lease> {
  // A transaction that has read holds the file's shared lock until it ends.
  return holdFile(leaseFile(store, name), 'BEGIN; SELECT 1 FROM sqlite_schema', signal);
}

/** Whether this process or another holds that lease of the store. */
export function isStoreLeased(store: string, name: string): boolean {
  const file = fileOf(store, name);
  return existsSync(file) && isFileLeased(file);
}

/** The file of a store's lease. Creates its folder if it is missing. */
function leaseFile(store: string, name: string): string {
  const file = fileOf(store, name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

/**
 * Waits until this process holds the lease, which the file represents. The lease is the file's lock, held by an open
 * transaction. So the operating system releases it as soon as its holder ends, for whatever reason. It is never lost,
 * because a stalled process keeps the lock.
 * @throws the signal's reason when it is aborted first
 */
export const acquireFileLease = (file: string, signal: AbortSignal): Promise<Lease> =>
  holdFile(file, exclusively, signal);

async function holdFile(file: string, lock: string, signal: AbortSignal): Promise<Lease> {
  makePrivate(file);
  const sqlite = openSqlite(file);
  try {
    for (;;) {
      signal.throwIfAborted();
      if (tryLock(sqlite, lock)) break;
      await delay(retryEvery, undefined, { signal });
    }
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    lost: new AbortController().signal,
    async [Symbol.asyncDispose]() {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
      sqlite.close();
    },
  };
}

function isFileLeased(file: string): boolean {
  const sqlite = openSqlite(file);
  try {
    return !tryLock(sqlite, exclusively);
  } finally {
    // Closing releases the lock again.
    sqlite.close();
  }
}

const exclusively = 'BEGIN EXCLUSIVE';

function tryLock(sqlite: Sqlite, lock: string): boolean {
  try {
    // Nothing is ever written, so there is no journal beside the file.
    sqlite.exec('PRAGMA journal_mode = MEMORY');
    sqlite.exec(lock);
    return true;
  } catch (error) {
    // The transaction may have begun without its lock.
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    if (isSqliteError(error, 'SQLITE_BUSY', 'SQLITE_LOCKED')) return false;
    throw error;
  }
}
