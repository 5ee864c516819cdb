import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Closers } from '#platform/concurrency/closers';
import { openReadStore, type ReadStore } from '#platform/read-store/index';

/** An empty read store in a folder of its own, which is removed at the end. */
export async function openTemporaryStore(closers: Closers): Promise<ReadStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-read-models-'));
  closers.add({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  return closers.add(
    await openReadStore({ path: path.join(folder, 'read-models.db'), warn: () => undefined }),
  );
}
