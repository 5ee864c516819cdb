import { chmodSync, closeSync, openSync } from 'node:fs';

import { hasCode } from './file-errors.ts';

const companions = ['-wal', '-shm', '-journal'];

/**
 * Makes a file that its owner alone may read and write; one that is there, and what SQLite keeps beside it, is made so.
 * (SQLite gives new companion files the mode of the file.) What belongs to another user is left as it is.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  // By its path, since to open and close it would drop the locks that other connections of this process have on it.
  for (const each of [path, ...companions.map((companion) => path + companion)]) restrict(each, 0o600);
}

/** Sets the mode of what is there. */
export function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EPERM')) throw error;
  }
}
