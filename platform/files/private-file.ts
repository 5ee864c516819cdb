import { chmodSync, closeSync, openSync } from 'node:fs';
import { hasCode, orMissing } from './file-errors.ts';
import { chmod, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

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

const privateFolder = 0o700;
const privateFile = 0o600;

/**
 * Restricts a folder that earlier releases left readable by others to its owner. Does the work only once, because the
 * folder's own mode is set last. Leaves files of other users unchanged.
 */
export async function makeAllPrivate(root: string): Promise<void> {
  const { mode } = await stat(root);
  if (process.platform === 'win32' || (mode & 0o777) === privateFolder) return;
  try {
    await restrictAll(root);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) throw error;
  }
}

async function restrictAll(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await restrictAll(path);
    else if (entry.isFile()) await orMissing(() => chmod(path, privateFile));
  }
  await chmod(folder, privateFolder);
}
