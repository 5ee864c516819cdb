import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  rmdir,
  stat,
  utimes,
  link,
  readdir,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  makeAllPrivate,
  hasCode,
  orMissing,
  createFolderMaker,
  syncFolder,
  writeSynced,
} from '../../files/files.ts';
import { nameOf, pathOf, segmentsOf, workFolder } from './paths.ts';
import { PhotoStoreUnavailable, type PhotoStore, writingTakesAtMost } from '../port.ts';

/**
 * Photos as files below a folder, which is created if needed. Several processes may use it at once.
 * @throws PhotoStoreUnavailable when the folder cannot be made or read
 */
export async function openFilePhotoStore({ folder }: { readonly folder: string }): Promise<PhotoStore> {
  const root = resolve(folder);
  const work = join(root, workFolder);
  await orUnavailable(async () => {
    await mkdir(work, { recursive: true, mode: 0o700 });
    await clearWorkFolder(root, work);
    await makeAllPrivate(root);
  });
  const put = createPut(root, work);
  const reachable = () => access(work, constants.R_OK | constants.W_OK);

  return {
    put: (name, bytes) => orUnavailable(() => put(name, bytes)),
    open: (name) => orUnavailable(() => openFile(pathOf(root, segmentsOf(name, 2)))),
    has: (name) =>
      orUnavailable(async () => {
        const info = await orMissing(() => stat(pathOf(root, segmentsOf(name, 2))));
        return info?.isFile() ?? false;
      }),
    delete: (name, options) => orUnavailable(() => deleteFile(root, work, segmentsOf(name, 2), options)),
    list: (from) => list(root, pathOf(root, segmentsOf(from, 1))),
    ping: () => orUnavailable(reachable),
    async [Symbol.asyncDispose]() {},
  };
}

function createPut(root: string, work: string) {
  const folders = createFolderMaker(root);

  const attempt = async (path: string, bytes: Uint8Array): Promise<void> => {
    const folder = dirname(path);
    await folders.make(folder);
    if (!(await touch(path))) {
      const temporary = join(work, randomUUID());
      try {
        await writeSynced(temporary, bytes);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    }
    // Syncs the folder even if the file existed: the process that has just put it may not have done so yet.
    await syncFolder(folder);
  };

  return async (name: string, bytes: Uint8Array): Promise<void> => {
    const path = pathOf(root, segmentsOf(name, 2));
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(path, bytes);
      } catch (error) {
        // Another process may have removed the new folder while it was empty.
        if (!hasCode(error, 'ENOENT') || attempts === 3) throw error;
        folders.forget();
      }
    }
  };
}

/** Sets a file's time of writing to the current time; returns false if there is no such file. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return (await orMissing(async () => utimes(path, now, now).then(() => true))) ?? false;
}

async function openFile(path: string) {
  const handle = await orMissing(() => open(path, 'r'));
  if (handle === undefined) return undefined;
  try {
    const info = await handle.stat();
    if (info.isFile()) return { size: info.size, stream: handle.createReadStream() };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

async function deleteFile(
  root: string,
  work: string,
  segments: readonly string[],
  { writtenBefore }: { readonly writtenBefore?: number } = {},
): Promise<void> {
  const path = pathOf(root, segments);
  if (writtenBefore === undefined) await rm(path, { force: true });
  else await takeOut({ path, work, segments, writtenBefore });
  try {
    await rmdir(dirname(path));
  } catch (error) {
    // The folder contains other files, or has already been removed.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR')) throw error;
  }
}

async function* list(root: string, path: string): ReturnType<PhotoStore['list']> {
  try {
    yield* walk(root, path);
  } catch (error) {
    throw asUnavailable(error);
  }
}

async function* walk(root: string, path: string): ReturnType<PhotoStore['list']> {
  const folder = await orMissing(() => opendir(path));
  if (folder === undefined) return;
  for await (const entry of folder) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) yield* walk(root, inside);
    const name = nameOf(root, inside);
    if (!entry.isFile() || name === undefined) continue;
    const info = await orMissing(() => stat(inside));
    if (info !== undefined) yield { name, writtenAt: info.mtimeMs };
  }
}

/** Converts a failure of the file system into the store's error. A caller's mistake (TypeError) is left unchanged. */
function asUnavailable(error: unknown): Error {
  if (error instanceof TypeError || error instanceof PhotoStoreUnavailable) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PhotoStoreUnavailable(`The photo store does not answer: ${reason}`, { cause: error });
}

/** Runs work on files; throws its failures as PhotoStoreUnavailable. */
async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
}

interface Removal {
  readonly path: string;
  readonly work: string;
  readonly segments: readonly string[];
  readonly writtenBefore: number;
}

/** Deletes a file unless it has been put again since. First moves it to the work folder, so a later put writes it again. */
async function takeOut({ path, work, segments, writtenBefore }: Removal): Promise<void> {
  const before = await orMissing(() => stat(path));
  if (before === undefined || before.mtimeMs >= writtenBefore) return;
  const moved = join(work, [`${randomUUID()}.${writtenBefore}`, ...segments].join('~'));
  if ((await orMissing(async () => rename(path, moved).then(() => true))) === undefined) return;
  await finishRemoval(moved, path, writtenBefore);
}

/**
 * Deletes a file from the work folder, or moves it back if a put just before has renewed its time. A process that
 * starts at this moment may do the same.
 */
async function finishRemoval(moved: string, path: string, writtenBefore: number): Promise<void> {
  const info = await orMissing(() => stat(moved));
  if (info !== undefined && info.mtimeMs >= writtenBefore) await putBack(moved, path);
  await rm(moved, { force: true });
}

async function putBack(moved: string, path: string): Promise<void> {
  for (let again = 10; ; again -= 1) {
    try {
      // Another process may remove the folder at any moment while it is empty.
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await link(moved, path);
      break;
    } catch (error) {
      // It was put again meanwhile.
      if (hasCode(error, 'EEXIST')) break;
      if (!hasCode(error, 'ENOENT')) throw error;
      // Another process has moved it back.
      if ((await orMissing(() => stat(moved))) === undefined) return;
      if (again === 0) throw error;
    }
  }
  await syncFolder(dirname(path));
}

/** Removes unfinished files of killed processes, and finishes their removals. */
async function clearWorkFolder(root: string, work: string): Promise<void> {
  for (const entry of await readdir(work)) {
    const path = join(work, entry);
    const [name = '', ...segments] = entry.split('~');
    if (segments.length > 0) {
      await finishRemoval(path, pathOf(root, segments), Number(name.split('.')[1] ?? 0));
      continue;
    }
    const info = await orMissing(() => stat(path));
    if (info === undefined || Date.now() - info.mtimeMs < writingTakesAtMost) continue;
    await rm(path, { force: true });
  }
}
