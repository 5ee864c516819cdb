import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freshDatabase, openTestServers, type TestServers } from '../../../test/mongodb-server/database.ts';
import { startMongoTestServer } from '../../../test/mongodb-server/server.ts';
import { openGridFsPhotoStore } from './photo-store.ts';
import { openPhotoStore } from '../index.ts';
import { describePhotoStore } from '../photo-store.contract.ts';
import { originalName, PhotoStoreUnavailable } from '../port.ts';

const sha = 'a1b2c3'.padEnd(64, '0');
const hourAgo = () => new Date(Date.now() - 60 * 60 * 1000);

describe('GridFS', () => {
  let servers: TestServers;
  beforeAll(async () => {
    servers = await openTestServers();
  });
  afterAll(() => servers[Symbol.asyncDispose]());

  describePhotoStore('GridFS', async () => {
    const { url, raw, [Symbol.asyncDispose]: drop } = await servers.fresh();
    const store = await openGridFsPhotoStore({ url });
    const other = await openGridFsPhotoStore({ url });
    return {
      store,
      other,
      setWrittenAt: async (filename, time) => {
        await raw
          .collection('photos.files')
          .updateOne({ filename }, { $set: { uploadDate: new Date(time) } });
      },
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]();
        await other[Symbol.asyncDispose]();
        await drop();
      },
    };
  });

  it('leaves no chunk without a file after simultaneous puts, a delete and another put', async () => {
    await using place = await servers.fresh();
    await using store = await openGridFsPhotoStore({ url: place.url });
    const bytes = Buffer.alloc(600_000, 3);
    await Promise.all(Array.from({ length: 6 }, () => store.put(originalName(sha), bytes)));
    const chunks = place.raw.collection('photos.chunks');
    expect(await chunks.estimatedDocumentCount()).toBe(3);
    await store.delete(originalName(sha));
    expect(await chunks.estimatedDocumentCount()).toBe(0);
    await store.put(originalName(sha), bytes);
    expect(await chunks.estimatedDocumentCount()).toBe(3);
    expect(await place.raw.collection('photos.under_way').estimatedDocumentCount()).toBe(0);
  });

  it('removes the leftovers of killed processes at its start, and keeps files that may still be written', async () => {
    await using place = await servers.fresh();
    await using store = await openGridFsPhotoStore({ url: place.url });
    await store.put(originalName(sha), Buffer.from('kept'));
    const [files, chunks, underWay] = ['files', 'chunks', 'under_way'].map((name) =>
      place.raw.collection<{ _id?: unknown }>(`photos.${name}`),
    );
    const file = await files?.findOne({ filename: originalName(sha) });
    await underWay?.insertMany([
      { _id: 'half written', since: hourAgo() },
      { _id: 'being written', since: new Date() },
      { _id: file?._id, since: hourAgo() },
    ] as never);
    await chunks?.insertMany([
      { files_id: 'half written', n: 0 },
      { files_id: 'being written', n: 0 },
    ] as never);
    await using again = await openGridFsPhotoStore({ url: place.url });
    const left = await chunks?.find({}, { hint: '_id_' }).toArray();
    expect(left?.map((chunk) => (chunk as { files_id?: unknown }).files_id)).toEqual([
      file?._id,
      'being written',
    ]);
    const kept = await again.open(originalName(sha));
    expect(kept && (await buffer(kept.stream)).toString()).toBe('kept');
    expect(await underWay?.estimatedDocumentCount()).toBe(1);
  });
});

it('removes its note of a deletion if the file was put again at that moment', async () => {
  await using server = await startMongoTestServer();
  await using place = await freshDatabase(server.url);
  await using store = await openGridFsPhotoStore({ url: place.url });
  await store.put(originalName(sha), Buffer.from('x'));
  await place.raw.collection('photos.files').updateMany({}, { $set: { uploadDate: hourAgo() } });
  const { arrived, release } = server.hold('delete', 'photos.files');
  const deleting = store.delete(originalName(sha), { writtenBefore: Date.now() });
  await arrived;
  await store.put(originalName(sha), Buffer.from('x'));
  release();
  await deleting;
  expect(await store.has(originalName(sha))).toBe(true);
  expect(await place.raw.collection('photos.under_way').estimatedDocumentCount()).toBe(0);
});

it('lists each name once, even if one answer of the server cannot contain all', async () => {
  await using servers = await openTestServers();
  await using place = await servers.fresh();
  await using store = await openGridFsPhotoStore({ url: place.url });
  const names = Array.from({ length: 1201 }, (_, number) => `originals/${number}`);
  const files = names.map((filename) => ({ filename, uploadDate: hourAgo() }));
  await place.raw.collection('photos.files').insertMany(files);
  const listed: string[] = [];
  for await (const { name } of store.list('originals')) listed.push(name);
  expect(listed).toEqual(names.sort());
});

/** 16 chunks, as large as a photo may be. */
const large = Buffer.alloc(16 * 255 * 1024, 'lightfall');

describe('a large photo', () => {
  it('is sent chunk by chunk, each after the server has the previous one', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    await using store = await openGridFsPhotoStore({ url: place.url });
    const taken = { chunks: 0 };
    const holds = Array.from({ length: 16 }, () => server.hold('insert', 'photos.chunks'));
    const before = server.asked.get('insert') ?? 0;
    const storing = store.put(originalName(sha), countingViews(large, taken));
    for (const [at, { arrived, release }] of holds.entries()) {
      await arrived;
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      // The first insert was the note of the write.
      expect(server.asked.get('insert')).toBe(before + 1 + at + 1);
      expect(taken.chunks).toBeLessThanOrEqual(at + 3);
      release();
    }
    await storing;
    const file = await store.open(originalName(sha));
    expect(file && (await buffer(file.stream)).equals(large)).toBe(true);
  });

  it('is fetched a few chunks at a time, after the previous ones were read', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    await using store = await openGridFsPhotoStore({ url: place.url });
    await store.put(originalName(sha), large);
    const file = await store.open(originalName(sha));
    const fetches = () => server.asked.get('getMore') ?? 0;
    let read = 0;
    for await (const piece of file?.stream ?? []) {
      read += (piece as Uint8Array).length / (255 * 1024);
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      // Each response has four chunks, and two may be on their way to the reader.
      expect(4 * (1 + fetches())).toBeLessThan(read + 2 + 4);
    }
    expect([read, fetches()]).toEqual([16, 3]);
  });

  it('whose chunks are removed during a read fails instead of ending early', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    await using store = await openGridFsPhotoStore({ url: place.url });
    await store.put(originalName(sha), large);
    await place.raw.collection('photos.chunks').deleteOne({ n: 15 });
    const file = await store.open(originalName(sha));
    await expect(file && buffer(file.stream)).rejects.toBeInstanceOf(PhotoStoreUnavailable);
  });
});

/** The same bytes; counts how many parts of them are requested. */
function countingViews(bytes: Uint8Array, taken: { chunks: number }): Uint8Array {
  const counted = bytes.subarray();
  counted.subarray = (begin, end) => {
    taken.chunks += 1;
    return bytes.subarray(begin, end);
  };
  return counted;
}

describe('a server that fails', () => {
  it('is unavailable in the middle of a read', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    await using store = await openGridFsPhotoStore({ url: place.url.replace('=2000', '=300') });
    await store.put(originalName(sha), large);
    const file = await store.open(originalName(sha));
    const pieces = file?.stream[Symbol.asyncIterator]();
    await pieces?.next();
    await server.stop();
    const rest = async () => {
      while ((await pieces?.next())?.done !== true);
    };
    await expect(rest()).rejects.toBeInstanceOf(PhotoStoreUnavailable);
    await server.start();
  });

  it('is unavailable while it is away, and is used again once it is back', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    const url = place.url.replace('=2000', '=300');
    await using store = await openPhotoStore({ url, folder: 'unused' });
    await store.put(originalName(sha), Buffer.from('x'));
    await server.stop();
    for (const call of [
      () => store.put('photos/other', Buffer.from('x')),
      () => store.open(originalName(sha)),
      () => store.ping(),
      () => store.list('originals')[Symbol.asyncIterator]().next(),
      () => openPhotoStore({ url, folder: 'unused' }),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(PhotoStoreUnavailable);
    }
    await server.start();
    while (
      !(await store.ping().then(
        () => true,
        () => false,
      ))
    );
    expect(await store.has(originalName(sha))).toBe(true);
  });

  it.each([
    ['put', { command: 'insert', collection: 'photos.files' }],
    ['delete', { command: 'delete', collection: 'photos.chunks' }],
  ] as const)(
    'that fails during a %s: a start that is late enough removes the remains of the file',
    async (what, at) => {
      await using server = await startMongoTestServer();
      await using place = await freshDatabase(server.url);
      await using store = await openGridFsPhotoStore({ url: place.url });
      const bytes = Buffer.alloc(600_000);
      if (what === 'delete') await store.put(originalName(sha), bytes);
      server.plan({ ...at, fault: { kind: 'drop-before' } });
      const broken = what === 'put' ? store.put(originalName(sha), bytes) : store.delete(originalName(sha));
      await expect(broken).rejects.toBeInstanceOf(PhotoStoreUnavailable);
      expect(await store.has(originalName(sha))).toBe(false);
      const chunks = place.raw.collection('photos.chunks');
      expect(await chunks.estimatedDocumentCount()).toBe(3);
      await place.raw.collection('photos.under_way').updateMany({}, { $set: { since: hourAgo() } });
      await using _later = await openGridFsPhotoStore({ url: place.url });
      expect(await chunks.estimatedDocumentCount()).toBe(0);
    },
  );

  it('shows no incomplete file when the connection breaks during a put, and accepts the file again', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    await using store = await openGridFsPhotoStore({ url: place.url });
    for (const collection of ['photos.chunks', 'photos.files']) {
      server.plan({ command: 'insert', collection, fault: { kind: 'drop-before' } });
      const name = `${collection}/x`;
      await expect(store.put(name, Buffer.alloc(600_000))).rejects.toBeInstanceOf(PhotoStoreUnavailable);
      expect(await store.has(name)).toBe(false);
      await store.put(name, Buffer.alloc(600_000, 1));
      const file = await store.open(name);
      expect(file && (await buffer(file.stream)).equals(Buffer.alloc(600_000, 1))).toBe(true);
    }
  });
});

it('refuses an invalid connection string without repeating it', async () => {
  const opening = openPhotoStore({ url: 'mongodb://user:secret@', folder: 'unused' });
  await expect(opening).rejects.toThrow(PhotoStoreUnavailable);
  await expect(opening).rejects.not.toThrow(/secret/);
});
