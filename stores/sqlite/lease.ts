import { setTimeout as delay } from 'node:timers/promises';

import { makePrivate } from '../files/private-file.ts';
import type { Lease } from '../lease.ts';
import { isSqliteError, openSqlite } from './connection.mjs';
import type { Sqlite } from './types.ts';

const retryEvery = 50; // milliseconds

/**
 * Waits until this process holds the lease that the file stands for. The lease is the file's own lock, held by an
 * open transaction, so the operating system frees it the moment its holder ends, however it ends. It is never lost: a
 * process that stands still keeps the file's lock.
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

/** Whether anybody, in this process or another, holds the lease that the file stands for. */
export function isFileLeased(path: string): boolean {
  makePrivate(path);
  const sqlite = openSqlite(path);
  try {
    return !tryLock(sqlite);
  } finally {
    // This gives the lock back.
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
