import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { originalName, pictureName, renditionName, type PhotoStore } from './port.ts';

/** A new, empty store, and a second one on the same files, as in another process. */
export interface StorePair extends AsyncDisposable {
  readonly store: PhotoStore;
  readonly other: PhotoStore;
  /** Makes a file look as if it had been put at that time (milliseconds since 1970). */
  readonly setWrittenAt: (name: string, time: number) => Promise<void>;
}

const sha = 'a1b2c3'.padEnd(64, '0');
const otherSha = 'a1ffff'.padEnd(64, '1');
const longAgo = Date.UTC(2020, 0, 1);
const recently = Date.UTC(2021, 0, 1);

async function read(store: PhotoStore, name: string): Promise<Buffer | undefined> {
  const file = await store.open(name);
  if (file === undefined) return undefined;
  const bytes = await buffer(file.stream);
  expect(bytes.length).toBe(file.size);
  return bytes;
}

/** Tests for every photo store. */
export function describePhotoStore(title: string, open: () => Promise<StorePair>): void {
  describe(`photo store: ${title}`, () => {
    let pair: StorePair;
    beforeEach(async () => {
      pair = await open();
    });
    afterEach(() => pair[Symbol.asyncDispose]());

    describe('names', () => describeNames(() => pair));
    describe('files', () => describeFiles(() => pair));
    describe('deleting', () => describeDeleting(() => pair));
    describe('listing', () => describeListing(() => pair));
  });
}

function describeNames(pair: () => StorePair): void {
  const bad = [
    '',
    '/',
    'photos',
    'photos/',
    '/photos/a',
    'photos//a',
    '../a',
    'photos/..',
    'photos/../../etc/passwd',
    'photos/.',
    'photos/a b',
    'photos/a\\b',
    'photos/a\0',
    'photos/%2e%2e',
    'photos/~a',
    'photos/ä',
    `photos/${'a'.repeat(300)}`,
    'a/'.repeat(20) + 'a',
  ];
  it.each(bad)('refuses %j', async (name) => {
    const { store } = pair();
    await expect(store.put(name, Buffer.from('x'))).rejects.toBeInstanceOf(TypeError);
    await expect(store.open(name)).rejects.toBeInstanceOf(TypeError);
    await expect(store.has(name)).rejects.toBeInstanceOf(TypeError);
    await expect(store.delete(name)).rejects.toBeInstanceOf(TypeError);
  });

  it('accepts the names of photos, and short ones', async () => {
    const { store } = pair();
    const names = [
      originalName(sha),
      renditionName(sha, 320),
      pictureName('galata-tower', 750),
      'a/b',
      'x/y/z',
      'x/.y',
      'x/..y_Z-9',
    ];
    for (const name of names) await store.put(name, Buffer.from(name));
    for (const name of names) expect((await read(store, name))?.toString()).toBe(name);
  });
}

function describeFiles(pair: () => StorePair): void {
  it('has no file that was not put, not even one whose name is a prefix of another', async () => {
    const { store } = pair();
    await store.put(renditionName(sha, 320), Buffer.from('x'));
    for (const name of [originalName(sha), `renditions/${sha}`, `${renditionName(sha, 320)}/below`]) {
      expect(await store.has(name)).toBe(false);
      expect(await store.open(name)).toBeUndefined();
    }
  });

  it('returns the bytes, here and in another process: none, few, many', async () => {
    const { store, other } = pair();
    for (const size of [0, 1, 100_000, 3_000_000]) {
      const bytes = Buffer.alloc(size, 'lightfall');
      await store.put(`originals/${size}`, bytes);
      expect(await other.has(`originals/${size}`)).toBe(true);
      expect((await read(other, `originals/${size}`))?.equals(bytes)).toBe(true);
    }
  });

  it('leaves an existing file unchanged, but renews its time', async () => {
    const { store, setWrittenAt } = pair();
    await store.put(originalName(sha), Buffer.from('first'));
    await setWrittenAt(originalName(sha), longAgo);
    await store.put(originalName(sha), Buffer.from('second'));
    expect((await read(store, originalName(sha)))?.toString()).toBe('first');
    for await (const { writtenAt } of store.list('originals')) expect(writtenAt).toBeGreaterThan(recently);
  });

  it('accepts the same file from many at once', async () => {
    const { store, other } = pair();
    const bytes = Buffer.alloc(200_000, 7);
    const puts = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? store : other).put(renditionName(sha, 320), bytes),
    );
    await Promise.all(puts);
    expect((await read(store, renditionName(sha, 320)))?.equals(bytes)).toBe(true);
  });

  it('releases a stream that is not read to the end', async () => {
    const { store } = pair();
    await store.put(originalName(sha), Buffer.alloc(1_000_000));
    const file = await store.open(originalName(sha));
    for await (const _chunk of file?.stream ?? []) break;
    await store.delete(originalName(sha));
    expect(file?.stream.destroyed).toBe(true);
  });

  it('answers a ping', async () => {
    await expect(pair().store.ping()).resolves.toBeUndefined();
  });
}

function describeDeleting(pair: () => StorePair): void {
  it('deletes a file, once or twice, and no other', async () => {
    const { store, other } = pair();
    for (const width of [320, 480]) await store.put(renditionName(sha, width), Buffer.from('x'));
    await store.delete(renditionName(sha, 320));
    await other.delete(renditionName(sha, 320));
    expect(await other.has(renditionName(sha, 320))).toBe(false);
    expect(await other.has(renditionName(sha, 480))).toBe(true);
  });

  it('accepts a deleted file again', async () => {
    const { store, other } = pair();
    await store.put(renditionName(sha, 320), Buffer.from('first'));
    await other.delete(renditionName(sha, 320));
    await store.put(renditionName(sha, 320), Buffer.from('second'));
    expect((await read(store, renditionName(sha, 320)))?.toString()).toBe('second');
  });

  it('deletes only files older than a given time', async () => {
    const { store, setWrittenAt } = pair();
    await store.put(originalName(sha), Buffer.from('old'));
    await store.put(originalName(otherSha), Buffer.from('young'));
    await setWrittenAt(originalName(sha), longAgo);
    await store.delete(originalName(sha), { writtenBefore: recently });
    await store.delete(originalName(otherSha), { writtenBefore: recently });
    await store.delete('originals/none', { writtenBefore: recently });
    expect(await store.has(originalName(sha))).toBe(false);
    expect(await store.has(originalName(otherSha))).toBe(true);
  });

  it('never deletes a file that is put at the same moment', async () => {
    const { store, other, setWrittenAt } = pair();
    for (let round = 0; round < 60; round += 1) {
      const name = renditionName(sha, round);
      await store.put(name, Buffer.from('bytes'));
      await setWrittenAt(name, longAgo);
      await Promise.all([
        other.delete(name, { writtenBefore: recently }),
        store.put(name, Buffer.from('bytes')),
        other.delete(name, { writtenBefore: recently }),
      ]);
      expect((await read(store, name))?.toString()).toBe('bytes');
    }
  });
}

function describeListing(pair: () => StorePair): void {
  const namesIn = async (store: PhotoStore, folder: string): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of store.list(folder)) names.push(name);
    return names.sort();
  };

  it('lists the files in a folder, at any depth, with the time of writing', async () => {
    const { store, other, setWrittenAt } = pair();
    const renditions = [
      renditionName(otherSha, 320),
      renditionName(sha, 320),
      renditionName(sha, 480),
    ].sort();
    await store.put(originalName(sha), Buffer.from('x'));
    for (const name of renditions) await store.put(name, Buffer.from('x'));
    expect(await namesIn(other, 'originals')).toEqual([originalName(sha)]);
    expect(await namesIn(other, 'renditions')).toEqual(renditions);
    expect(await namesIn(other, `renditions/${otherSha}`)).toEqual([renditionName(otherSha, 320)]);
    expect(await namesIn(other, 'rend')).toEqual([]);
    await setWrittenAt(originalName(sha), longAgo);
    for await (const { writtenAt } of store.list('originals')) expect(writtenAt).toBe(longAgo);
  });

  it('allows deletions while it lists', async () => {
    const { store } = pair();
    for (let index = 0; index < 50; index += 1) await store.put(`originals/${index}`, Buffer.from('x'));
    let seen = 0;
    for await (const { name } of store.list('originals')) {
      seen += 1;
      await store.delete(name);
    }
    expect(seen).toBe(50);
    expect(await namesIn(store, 'originals')).toEqual([]);
  });
}
