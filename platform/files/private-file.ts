import { chmodSync, closeSync, openSync } from 'node:fs';

import { hasCode } from './file-errors.ts';

const companions = ['-wal', '-shm', '-journal'];

/**
 * Creates a file that only its owner can read and write. Restricts an existing file, and SQLite's companion files, to
 * its owner. (SQLite gives new companion files the mode of the file.) Leaves files of other users unchanged.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  // Uses the path: opening and closing the file would release the locks that other connections of this process hold.
  for (const each of [path, ...companions.map((companion) => path + companion)]) restrict(each, 0o600);
}

/** Sets the mode of a file or folder if it exists. */
export function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EPERM')) throw error;
  }
}
