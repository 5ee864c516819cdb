import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freshDatabase, openTestServers, type TestServers } from '../../test/mongodb-server/database.ts';
import { startMongoTestServer } from '../../test/mongodb-server/server.ts';
import { openGridFsPhotoStore } from './gridfs.ts';
import { openPhotoStore } from './index.ts';
import { describePhotoStore } from './photo-store.contract.ts';
import { originalName, PhotoStoreUnavailable } from './port.ts';

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

  it('leaves no chunk without a file: after puts at once, a delete, a put again', async () => {
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

  it('loses at its start what killed processes left, and keeps what may still be written', async () => {
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

describe('a server that fails', () => {
  it('is unavailable while it is away, and is found again by itself', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    await using store = await openPhotoStore({ url: place.url, folder: 'unused' });
    await store.put(originalName(sha), Buffer.from('x'));
    await server.stop();
    for (const call of [
      () => store.put('photos/other', Buffer.from('x')),
      () => store.open(originalName(sha)),
      () => store.ping(),
      () => store.list('originals')[Symbol.asyncIterator]().next(),
      () => openPhotoStore({ url: place.url, folder: 'unused' }),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(PhotoStoreUnavailable);
    }
    await server.start();
    await store.ping();
    expect(await store.has(originalName(sha))).toBe(true);
  });

  it('shows no half file when the connection breaks in the middle, and takes the file again', async () => {
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

it('refuses what is no connection string, without repeating it', async () => {
  const opening = openPhotoStore({ url: 'mongodb://user:secret@', folder: 'unused' });
  await expect(opening).rejects.toThrow(PhotoStoreUnavailable);
  await expect(opening).rejects.not.toThrow(/secret/);
});
