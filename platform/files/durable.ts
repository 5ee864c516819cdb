import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import { hasCode } from './file-errors.ts';

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
