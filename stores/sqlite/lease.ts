import { setTimeout as delay } from 'node:timers/promises';

import { makePrivate } from '../files/private-file.ts';
import type { Lease } from '../lease.ts';
import { isSqliteError, openSqlite } from './connection.mjs';
import type { Sqlite } from './types.ts';

const retryEvery = 50; // milliseconds

/**
 * Waits until this process holds the lease, which the file represents. The lease is the file's lock, held by an open
 * transaction. So the operating system frees it as soon as its holder ends, for whatever reason. It is never lost,
 * because a stalled process keeps the lock.
 * @throws the signal's reason when it is aborted first
 */
export async function acquireFileLease(path: string, signal: AbortSignal): Promise<Lease> {
  makePrivate(path);
  const sqlite = openSqlite(path);
  try {
    for (;;) {
      signal.throwIfAborted();
      if (tryLock(sqlite)) break;
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

/** Whether anybody, in this process or another, holds the lease that the file represents. */
export function isFileLeased(path: string): boolean {
  makePrivate(path);
  const sqlite = openSqlite(path);
  try {
    return !tryLock(sqlite);
  } finally {
    // Closing releases the lock again.
    sqlite.close();
  }
}

function tryLock(sqlite: Sqlite): boolean {
  try {
    sqlite.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isSqliteError(error, 'SQLITE_BUSY', 'SQLITE_LOCKED')) return false;
    throw error;
  }
}
