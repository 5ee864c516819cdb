import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { syncFolder } from '../../files/durable.ts';
import { hasCode, orMissing } from '../../files/file-errors.ts';
import { pathOf } from './paths.ts';
import { writingTakesAtMost } from '../port.ts';

interface Removal {
  readonly path: string;
  readonly work: string;
  readonly segments: readonly string[];
  readonly writtenBefore: number;
}

/**
 * Deletes a file unless it has been put again since. First moves it out of sight: a put after that writes it anew. A
 * put just before that has given the moved file a recent time, so it is moved back.
 */
export async function takeOut({ path, work, segments, writtenBefore }: Removal): Promise<void> {
  const before = await orMissing(() => stat(path));
  if (before === undefined || before.mtimeMs >= writtenBefore) return;
  const moved = join(work, [randomUUID(), ...segments].join('~'));
  if ((await orMissing(async () => rename(path, moved).then(() => true))) === undefined) return;
  const after = await orMissing(() => stat(moved));
  if (after !== undefined && after.mtimeMs >= writtenBefore) await putBack(moved, path);
  await rm(moved, { force: true });
}

async function putBack(moved: string, path: string): Promise<void> {
  for (let again = 10; ; again -= 1) {
    try {
      // The folder may have been removed while it was empty, and is at any moment.
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await link(moved, path);
      break;
    } catch (error) {
      // It was put again meanwhile.
      if (hasCode(error, 'EEXIST')) break;
      if (!hasCode(error, 'ENOENT') || again === 0) throw error;
    }
  }
  await syncFolder(dirname(path));
}

/** Removes what killed processes left. A file that one of them was about to delete is moved back. */
export async function clearWorkFolder(root: string, work: string): Promise<void> {
  for (const entry of await readdir(work)) {
    const path = join(work, entry);
    const info = await orMissing(() => stat(path));
    const [, ...segments] = entry.split('~');
    if (info === undefined) continue;
    if (segments.length > 0) await putBack(path, pathOf(root, segments));
    else if (Date.now() - info.mtimeMs < writingTakesAtMost) continue;
    await rm(path, { force: true });
  }
}
