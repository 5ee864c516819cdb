import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { folderOfTest } from '../../../test/harness/folders.ts';
import { onSmallDisk } from '../../../test/harness/small-disk.ts';
import { openFilePhotoStore } from './photo-store.ts';
import { pathOf } from './paths.ts';
import { describePhotoStore } from '../photo-store.contract.ts';
import { originalName, PhotoStoreUnavailable, renditionName } from '../port.ts';

const sha = 'a1b2c3'.padEnd(64, '0');
const longAgo = new Date(Date.UTC(2020, 0, 1));
const later = new Date(Date.UTC(2120, 0, 1));

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

describePhotoStore('files', async () => {
  const folder = folderOfTest();
  return {
    store: await openFilePhotoStore({ folder }),
    other: await openFilePhotoStore({ folder }),
    setWrittenAt: (name, time) => utimes(pathOf(folder, name.split('/')), new Date(time), new Date(time)),
    [Symbol.asyncDispose]: async () => undefined,
  };
});

describe('the folder', () => {
  it('spreads the files over folders, and contains nothing else', async () => {
    const folder = folderOfTest();
    const store = await openFilePhotoStore({ folder });
    await store.put(originalName(sha), Buffer.from('x'));
    await store.put(renditionName(sha, 320), Buffer.from('x'));
    expect((await filesIn(folder)).sort()).toEqual([
      join('originals', 'a1', sha),
      join('renditions', 'a1', sha, '320.webp'),
    ]);
    await store.delete(renditionName(sha, 320));
    expect(await readdir(join(folder, 'renditions', 'a1'))).toEqual([]);
  });

  it('loses unfinished files of killed processes, and keeps files that may still be written', async () => {
    const folder = folderOfTest();
    await openFilePhotoStore({ folder });
    const work = join(folder, '~writing');
    await writeFile(join(work, 'left'), 'half');
    await utimes(join(work, 'left'), longAgo, longAgo);
    await writeFile(join(work, 'being-written'), 'half');
    const store = await openFilePhotoStore({ folder });
    expect(await readdir(work)).toEqual(['being-written']);
    expect(await store.has('originals/left')).toBe(false);
  });

  it.each([
    ['finishes the deletion of a file, by a process that was killed or is still at it', later, false],
    ['gets back a file that was put again just before a killed process deleted it', longAgo, true],
  ])('%s', async (_, writtenBefore, isBack) => {
    const folder = folderOfTest();
    const store = await openFilePhotoStore({ folder });
    await store.put(renditionName(sha, 320), Buffer.from('bytes'));
    const moved = `some-id.${writtenBefore.getTime()}~renditions~${sha}~320.webp`;
    const work = join(folder, '~writing');
    await rename(pathOf(folder, ['renditions', sha, '320.webp']), join(work, moved));
    const again = await openFilePhotoStore({ folder });
    const file = await again.open(renditionName(sha, 320));
    expect(file && (await buffer(file.stream)).toString()).toBe(isBack ? 'bytes' : undefined);
    expect(await readdir(work)).toEqual([]);
  });

  it('opens while other processes delete files, and none of them returns', async () => {
    const folder = folderOfTest();
    const store = await openFilePhotoStore({ folder });
    const names = Array.from({ length: 50 }, (__, number) => renditionName(sha, number + 1));
    for (const name of names) await store.put(name, Buffer.from('x'));
    const writtenBefore = later.getTime();
    await Promise.all(
      names.flatMap((name) => [store.delete(name, { writtenBefore }), openFilePhotoStore({ folder })]),
    );
    expect(await filesIn(folder)).toEqual([]);
  });

  it('ignores files that the store did not put there', async () => {
    const folder = folderOfTest();
    const store = await openFilePhotoStore({ folder });
    await mkdir(join(folder, 'originals', 'zz'), { recursive: true });
    await writeFile(join(folder, 'originals', 'zz', 'stray'), 'x');
    await writeFile(join(folder, 'originals', '.DS_Store'), 'x');
    for await (const { name } of store.list('originals')) expect.unreachable(name);
  });

  it('makes the store unavailable while it cannot be created or is gone, and available again', async () => {
    const parent = folderOfTest();
    const file = join(parent, 'file');
    await writeFile(file, 'x');
    const below = openFilePhotoStore({ folder: join(file, 'photos') });
    await expect(below).rejects.toBeInstanceOf(PhotoStoreUnavailable);

    const folder = join(parent, 'photos');
    const store = await openFilePhotoStore({ folder });
    // As when a disk is unmounted: the store must not write to the empty mount point.
    await rename(folder, `${folder}-away`);
    await expect(store.put(originalName(sha), Buffer.from('x'))).rejects.toBeInstanceOf(
      PhotoStoreUnavailable,
    );
    await expect(store.ping()).rejects.toBeInstanceOf(PhotoStoreUnavailable);
    await rename(`${folder}-away`, folder);
    await store.put(originalName(sha), Buffer.from('x'));
    await store.ping();
  });

  it('shows no incomplete file when the disk is full', async ({ skip }) => {
    const script = fileURLToPath(new URL('./full-disk.test-process.mjs', import.meta.url));
    const folder = folderOfTest();
    const result = await onSmallDisk(script, folder);
    if (result === undefined) return skip();
    expect(JSON.parse(result)).toEqual({
      refusal: 'PhotoStoreUnavailable',
      visible: false,
      files: 1,
      small: true,
    });
  });
});
