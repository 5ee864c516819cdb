import { chmod, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCode, orMissing } from './file-errors.ts';

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
