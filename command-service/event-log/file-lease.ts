import { setTimeout as delay } from 'node:timers/promises';

import Database from 'libsql';

const retryEvery = 50; // milliseconds

export interface FileLease extends AsyncDisposable {
  /** Never aborted: a process that stands still keeps the file's lock. */
  readonly lost: AbortSignal;
}

/**
 * Waits until this process holds the lease that the file stands for. The lease is the file's own lock, held by an
 * open transaction, so the operating system frees it the moment its holder ends, however it ends.
 * @throws the signal's reason when it is aborted first
 */
export async function acquireFileLease(path: string, signal: AbortSignal): Promise<FileLease> {
  const database = new Database(path);
  try {
    for (;;) {
      signal.throwIfAborted();
      if (tryLock(database)) break;
      await delay(retryEvery, undefined, { signal });
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    lost: new AbortController().signal,
    async [Symbol.asyncDispose]() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** Whether anybody, in this process or another, holds the lease that the file stands for. */
export function isFileLeased(path: string): boolean {
  const database = new Database(path);
  try {
    // Closing it gives the lock back.
    return !tryLock(database);
  } finally {
    database.close();
  }
}

function tryLock(database: Database.Database): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
    throw error;
  }
}
