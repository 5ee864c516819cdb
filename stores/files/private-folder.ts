import { chmod, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCode, orMissing } from './file-errors.ts';

const privateFolder = 0o700;
const privateFile = 0o600;

/**
 * Makes what earlier releases left readable for others readable for its owner alone: once, since the folder itself comes
 * last. What belongs to another user is left as it is.
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
