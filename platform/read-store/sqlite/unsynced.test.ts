import {
  cpSync,
  existsSync,
  openSync,
  closeSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { at, modelOf, put, puts } from '#projections/testing/places';
import { folderOfTest } from '../../../test/harness/folders.ts';
import { openReadModelFile, prepareToWrite } from './open-file.ts';
import { openEmbeddedReadStore } from './read-store.ts';
import type { Sqlite } from './sqlite.ts';
import { noteOf } from './unsynced.ts';

const model = modelOf([]);
/** SQLite's numbers for when it syncs. */
const [off, normal, full] = [0, 1, 2];

function newPlace() {
  const root = folderOfTest();
  const folder = join(root, 'data');
  return {
    folder,
    copy: join(root, 'copy'),
    path: join(folder, 'read-models.db'),
    notes: () => readdirSync(folder).filter((name) => name.includes('.unsynced-')),
    walBytes: () => statSync(join(folder, 'read-models.db-wal'), { throwIfNoEntry: false })?.size ?? 0,
  };
}

/** Opens the store. `warnings` receives its warnings. */
async function open(path: string, warnings: string[] = []) {
  const store = await openEmbeddedReadStore({ path, warn: (message) => warnings.push(message) });
  return { store, warnings };
}

async function written(path: string) {
  const { store, warnings } = await open(path);
  expect(warnings).toEqual([]);
  const writer = await store.writer(model);
  await writer.commit(puts(put('a')), at(1));
  return store;
}

/** Opens the store again, and returns its checkpoint and warnings. */
async function found(path: string) {
  const { store, warnings } = await open(path);
  await using _store = store;
  return { checkpoint: await (await store.reader(model)).checkpoint(), warnings };
}

const whole = { checkpoint: at(1), warnings: [] };
const rebuilt = {
  checkpoint: undefined,
  warnings: [expect.stringMatching(/may be torn.*: removed; the read models are built anew from the log\.$/)],
};

it('moves the write-ahead log into the file when the last connection closes, and loses nothing', async () => {
  const place = newPlace();
  const writing = await written(place.path);
  const { store: reading } = await open(place.path);
  expect(await (await reading.reader(model)).checkpoint()).toEqual(at(1));
  expect(place.walBytes()).toBeGreaterThan(0);
  await writing[Symbol.asyncDispose]();
  await reading[Symbol.asyncDispose]();
  expect(place.walBytes()).toBe(0);
  const again = await written(place.path);
  await again[Symbol.asyncDispose]();
  expect(place.walBytes()).toBe(0);
  expect(await found(place.path)).toEqual({ checkpoint: at(1), warnings: [] });
});

/** Notes exist only on Linux. */
const hasNotes = noteOf(fileURLToPath(import.meta.url)) !== undefined;

describe.skipIf(!hasNotes)("the read models' file, written without waiting for the disk", () => {
  it('has a note beside it before it is written, and none after it is closed', async () => {
    const place = newPlace();
    {
      await using store = await written(place.path);
      expect(place.notes()).toHaveLength(1);
      await store.ping();
    }
    expect(place.notes()).toEqual([]);
    expect(await found(place.path)).toEqual(whole);
  });

  it('is written without syncs only while the note exists, and synced before the note is removed', async () => {
    const place = newPlace();
    const file = await openReadModelFile({ path: place.path, warn: () => undefined, now: Date.now });
    const ran: (readonly [sql: string, notes: number])[] = [];
    const watched: Sqlite = {
      ...file,
      run(sql, values) {
        ran.push([sql, place.notes().length]);
        return file.run(sql, values);
      },
    };
    const synchronous = () => file.rows('PRAGMA synchronous')[0]?.[0];
    expect(synchronous()).toBe(normal);
    const writing = await prepareToWrite(watched, place.path);
    expect([synchronous(), place.notes().length]).toEqual([off, 1]);
    await writing[Symbol.asyncDispose]();
    expect([synchronous(), place.notes().length]).toEqual([full, 0]);
    expect(ran.filter(([sql]) => sql.startsWith('PRAGMA synchronous'))).toEqual([
      ['PRAGMA synchronous = OFF', 1],
      ['PRAGMA synchronous = FULL', 1],
    ]);
    file.close();
  });

  it('has no note while it is only read', async () => {
    const place = newPlace();
    await (await written(place.path))[Symbol.asyncDispose]();
    const { store } = await open(place.path);
    await using _store = store;
    expect(await (await store.reader(model)).checkpoint()).toEqual(at(1));
    expect(place.notes()).toEqual([]);
  });

  it('is rebuilt after a crash of the operating system, whatever was lost', async () => {
    const place = newPlace();
    const left = newPlace();
    const store = await written(place.path);
    await using _store = store;
    cpSync(place.folder, left.folder, { recursive: true });
    const earlier = '00000000-0000-4000-8000-000000000000';
    for (const name of left.notes()) rmSync(join(left.folder, name));
    closeSync(openSync(String(noteOf(left.path)).replace(/(?<=\.unsynced-).{36}/, earlier), 'a'));
    const file = openSync(left.path, 'r+');
    writeSync(file, Buffer.alloc(2048), 0, 2048, 4096);
    closeSync(file);
    expect(await found(left.path)).toEqual(rebuilt);
    expect(left.notes()).toEqual([]);
  });

  it('is rebuilt by one of two processes that start at once, and both use the same file', async () => {
    const place = newPlace();
    await (await written(place.path))[Symbol.asyncDispose]();
    closeSync(openSync(`${place.path}.unsynced-of-another-boot`, 'a'));
    const warnings: string[] = [];
    const [one, other] = await Promise.all([open(place.path, warnings), open(place.path, warnings)]);
    await using writing = one.store;
    await using reading = other.store;
    expect(warnings).toEqual(rebuilt.warnings);
    await (await writing.writer(model)).commit(puts(put('a')), at(2));
    expect(await (await reading.reader(model)).checkpoint()).toEqual(at(2));
  });

  it('is considered intact within the same boot, but a copy of it is not', async () => {
    const place = newPlace();
    const store = await written(place.path);
    await using _store = store;
    cpSync(place.folder, place.copy, { recursive: true, preserveTimestamps: true });
    expect(await found(join(place.copy, 'read-models.db'))).toEqual(rebuilt);
    expect(await found(place.path)).toEqual(whole);
    expect(place.notes()).toHaveLength(1);
  });

  it('is served after its folder was copied or moved while it was closed', async () => {
    const place = newPlace();
    await (await written(place.path))[Symbol.asyncDispose]();
    cpSync(place.folder, place.copy, { recursive: true });
    expect(await found(join(place.copy, 'read-models.db'))).toEqual(whole);
    rmSync(place.copy, { recursive: true });
    renameSync(place.folder, place.copy);
    expect(await found(join(place.copy, 'read-models.db'))).toEqual(whole);
  });

  it('keeps its note until the last writer closes it, even while a reader has it open', async () => {
    const place = newPlace();
    const first = await written(place.path);
    const second = await written(place.path);
    const { store: reading } = await open(place.path);
    await (await reading.reader(model)).checkpoint();
    await first[Symbol.asyncDispose]();
    expect(place.notes()).toHaveLength(1);
    await second[Symbol.asyncDispose]();
    expect(place.notes()).toEqual([]);
    await reading[Symbol.asyncDispose]();
    expect(await found(place.path)).toEqual(whole);
  });

  it('has no note after all writers have closed it at once', async () => {
    const place = newPlace();
    const stores = [await written(place.path), await written(place.path), await written(place.path)];
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
    expect(place.notes()).toEqual([]);
  });

  it('is not recreated by closing after it was deleted, and a note without a file is removed', async () => {
    const place = newPlace();
    const store = await written(place.path);
    for (const part of ['', '-wal', '-shm']) rmSync(place.path + part);
    await store[Symbol.asyncDispose]();
    expect(existsSync(place.path)).toBe(false);
    closeSync(openSync(`${place.path}.unsynced-of-a-deleted-file`, 'a'));
    expect((await found(place.path)).checkpoint).toBeUndefined();
    expect(place.notes()).toEqual([]);
  });
});
