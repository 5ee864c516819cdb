import { mkdir, open, chmod, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chmodSync, closeSync, openSync } from 'node:fs';

/** Whether an error of the file system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

/** An error of the operating system: it names the call, and one about a file the file. */
export const isSystemError = (error: unknown): error is Error & { readonly syscall: unknown } =>
  error instanceof Error && 'syscall' in error;

/** Runs work on a file; returns undefined when the file does not exist. */
export async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

const foldersRemembered = 10_000;

/** Makes the names in a folder survive a power failure: they are durable only when their folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  // Windows has no such call and needs none.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a new file that only its owner can access, and syncs it. */
export async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await orMissing(() => stat(path)))?.isDirectory() ?? false;

/**
 * Creates a folder for its owner alone, with those above it that are missing. Node's own recursive creation never ends
 * where a file system like `/proc` refuses a folder by saying that there is no such file.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST') || !(await isFolder(path))) throw error;
  }
}

/** Creates folders below an existing root. They are durable when `make` is fulfilled. */
export function createFolderMaker(root: string) {
  // Another process may not have synced its folders yet, so only those that were synced here count.
  const durable = new Set<string>();

  const make = async (path: string): Promise<void> => {
    if (path === root || durable.has(path)) return;
    await make(dirname(path));
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    await syncFolder(dirname(path));
    if (durable.size >= foldersRemembered) durable.clear();
    durable.add(path);
  };

  return { make, forget: () => durable.clear() };
}

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
