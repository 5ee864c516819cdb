import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { folderOfTest } from '../../../test/harness/folders.ts';
import { patience } from '../../../test/harness/patience.ts';
import { openSqlite } from '../../sqlite/connection.mjs';
import { at, modelOf, nothing, put, puts } from '#projections/testing/places';
import { searchAll } from '#projections/testing/searching';
import { allChanged, keptChanges } from '../changed-ids.ts';
import { openEmbeddedReadStore } from './read-store.ts';
import { readModels } from '#contracts/read-models';
import { openReadStore, type ReadModelDeclaration, type ReadStore } from '../index.ts';
import { StoreUnavailable, type Change, type FindOptions } from '../port.ts';
import { findStatements, planAggregate } from './query.ts';
import { describeReadStore, type OpenedStore } from '../read-store.contract.ts';
import { createIndexes, createTable, tableOf } from './table.ts';

const never = (message: string) => {
  throw new Error(message);
};

const newPath = (): string => join(folderOfTest(), 'read-models.db');

async function open(): Promise<OpenedStore & { readonly path: string }> {
  const path = newPath();
  const stores: ReadStore[] = [];
  const openAnother = async () => {
    const store = await openEmbeddedReadStore({ path, pollMs: 5, warn: never });
    stores.push(store);
    return store;
  };
  const store = await openAnother();
  return {
    store,
    path,
    another: openAnother,
    async reopen() {
      await store[Symbol.asyncDispose]();
      return openAnother();
    },
    cutOff: () => Promise.resolve(store[Symbol.asyncDispose]()),
    async [Symbol.asyncDispose]() {
      for (const each of stores) await each[Symbol.asyncDispose]();
    },
  };
}

describeReadStore('embedded', open);

const model = modelOf([]);

describe('a file that cannot be used', () => {
  async function setAside(path: string) {
    const warnings: string[] = [];
    await using store = await openEmbeddedReadStore({
      path,
      now: () => 1234,
      warn: (message) => warnings.push(message),
    });
    const writer = await store.writer(model);
    expect(await writer.checkpoint()).toBeUndefined();
    await writer.commit(puts(put('a')), at(1));
    return warnings;
  }

  it.each([
    ['no database', 'this is no database '.repeat(500)],
    ['too short', 'SQLite format 3\0'],
  ])('is set aside: %s', async (_, content) => {
    const path = newPath();
    writeFileSync(path, content);
    const warnings = await setAside(path);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('read-models.db.corrupt-1234');
    expect(readdirSync(dirname(path))).toContain('read-models.db.corrupt-1234');
  });

  it.each([
    ['another database', 'CREATE TABLE stranger (x)'],
    ['one of a later release', 'PRAGMA user_version = 999'],
  ])('is set aside: %s', async (_, statement) => {
    const path = newPath();
    const database = openSqlite(path);
    database.exec(statement);
    database.close();
    expect(await setAside(path)).toEqual([expect.stringContaining('unknown layout')]);
  });

  it('of an earlier release is removed', async () => {
    const path = newPath();
    await (await openEmbeddedReadStore({ path, warn: never }))[Symbol.asyncDispose]();
    const database = openSqlite(path);
    database.exec('PRAGMA user_version = 2');
    database.close();
    expect(await setAside(path)).toEqual([expect.stringContaining('an earlier release: removed')]);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('corrupt'))).toEqual([]);
  });

  async function damage(path: string) {
    const database = openSqlite(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const file = await openFile(path, 'r+');
    const { size } = await file.stat();
    for (let page = 8192; page < size; page += 4096)
      await file.write(Buffer.alloc(2048, 0x37), 0, 2048, page);
    await file.close();
  }

  it('is set aside when its pages are damaged', async () => {
    const path = newPath();
    {
      await using store = await openEmbeddedReadStore({ path, warn: never });
      await (await store.writer(model)).commit(puts(put('a')), at(1));
    }
    await damage(path);
    expect(await setAside(path)).toEqual([expect.stringContaining('damaged')]);
  });

  it('is set aside at the next start when it is damaged while in use', async () => {
    const path = newPath();
    {
      await using store = await openEmbeddedReadStore({ path, warn: never });
      await using elsewhere = await openEmbeddedReadStore({ path, warn: never });
      const writer = await elsewhere.writer(model);
      const reader = await store.reader(model);
      const many = Array.from({ length: 2000 }, (_, order) => put(randomUUID(), 1, { order }));
      await writer.commit(puts(...many), at(1));
      await damage(path);
      await expect(reader.scan('places')[Symbol.asyncIterator]().next()).rejects.toThrow(StoreUnavailable);
    }
    expect(await setAside(path)).toEqual([expect.stringContaining('damaged')]);
  });
});

describe('the embedded read store', () => {
  it('starts empty after its file was deleted', async () => {
    const path = newPath();
    for (let round = 0; round < 2; round += 1) {
      await using store = await openReadStore({ path, warn: never });
      const writer = await store.writer(model);
      expect(await writer.checkpoint()).toBeUndefined();
      await writer.commit(puts(put('a')), at(1));
      for (const name of readdirSync(dirname(path))) rmSync(join(dirname(path), name), { recursive: true });
    }
  });

  it('ends up with all declared indexes, in a generation filled in place and in one swapped in', async () => {
    await using opened = await open();
    const indexes = () => {
      const database = openSqlite(opened.path);
      const names = database.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%gone = 0'",
      );
      database.close();
      return names.flat();
    };
    const writer = await opened.store.writer(model);
    await writer.commit(puts(put('a')), at(1));
    expect(indexes()).toEqual([]);
    await writer.finish();
    expect(indexes()).toEqual(['c1_places_0']);
    await using rebuild = await opened.store.rebuild(model);
    await rebuild.generation.commit(puts(put('a')), at(1));
    await rebuild.swap();
    expect(indexes()).toEqual(['c2_places_0']);
  });

  it('creates an empty generation when the declared collections change, and notifies the readers', async () => {
    await using opened = await open();
    await (await opened.store.writer(model)).commit(puts(put('a')), at(1));
    const changes = opened.store.changes(model, AbortSignal.timeout(patience))[Symbol.asyncIterator]();
    const other = { ...model, collections: [{ name: 'places', indexes: [[['name', 1]]] }] } as const;
    expect(await (await opened.store.reader(other)).checkpoint()).toBeUndefined();
    expect((await changes.next()).value).toMatchObject({ everything: true, position: 0n });
  });

  it('reports a change of everything to a follower that has missed removed changes', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const changes = opened.store.changes(model, AbortSignal.timeout(patience))[Symbol.asyncIterator]();
    const last = keptChanges + 600;
    for (let position = 1; position <= last; position += 1) await writer.commit(nothing, at(position));
    const behind: Change = { model: 'model', version: '1', position: BigInt(last), ...allChanged };
    expect((await changes.next()).value).toEqual(behind);
    await writer.commit(puts(put('a')), at(last + 1));
    expect((await changes.next()).value).toMatchObject({ position: BigInt(last + 1), everything: false });
  });

  it('opens while another process creates and drops generations with indexes of words', async () => {
    await using opened = await open();
    const { url } = import.meta;
    const other = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { openSqlite } from ${JSON.stringify(new URL('../../sqlite/connection.mjs', url).href)};
        const sqlite = openSqlite(${JSON.stringify(opened.path)}, { busyTimeout: 5000 });
        for (;;) {
          sqlite.transaction(() => {
            sqlite.run('CREATE VIRTUAL TABLE words USING fts5(text)');
            sqlite.run("INSERT INTO words VALUES ('weir')");
          });
          sqlite.transaction(() => sqlite.run('DROP TABLE words'));
          process.stdout.write('.');
        }`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      await once(other.stdout, 'data');
      other.stdout.resume();
      for (let opens = 0; opens < 200; opens += 1) await (await opened.another())[Symbol.asyncDispose]();
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
  });

  it('leaves nothing of a dropped generation', async () => {
    await using opened = await open();
    for (const version of ['1', '2', '3']) {
      const writer = await opened.store.writer({ ...model, version });
      await writer.commit(puts(put('a')), at(1));
    }
    const database = openSqlite(opened.path);
    const tables = database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'").flat();
    database.close();
    expect(tables).toContain('c2_places_texts');
    expect(tables.filter((name) => String(name).startsWith('c1_'))).toEqual([]);
  });

  it('finds text after a NUL, and a NUL itself', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const rest = 'a bridge';
    await writer.write(puts(put('a', 1, { name: 'old\0bridge' }), put('b', 1, { order: 2, rest })));
    const found = async (text: string) =>
      (await searchAll(writer, 'places', { words: [text], limit: 9 })).map(({ id }) => id);
    expect(await found('bridge')).toEqual(['a', 'b']);
    expect(await found('d\0b')).toEqual(['a']);
    // SQLite accepts no NUL here: both texts find the character that replaces it.
    expect(await found('d\uFFFDb')).toEqual(['a']);
    expect(await found('\0bridge\0')).toEqual([]);
    expect(await found('\0')).toEqual([]);
  });

  it('finds documents by a long text, and by filters that nearly all documents pass or none', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(modelOf(['city']));
    const long = Array.from({ length: 60 }, (_, word) => `word${word}`).join(' ');
    const places = Array.from({ length: 300 }, (_, order) => {
      const rest = order % 100 === 7 ? long : 'words';
      return put(`p${order}`, 1, { order, rest, ...(order === 7 ? { city: 'rome' } : {}) });
    });
    await writer.write(puts(...places));
    const found = async (text: string, city: string) =>
      (await searchAll(writer, 'places', { words: [text], filter: { city }, limit: 9 })).map(({ id }) => id);
    expect(await found(long, 'paris')).toEqual(['p207', 'p107']);
    expect(await found(long, 'rome')).toEqual(['p7']);
    expect(await found('word', 'oslo')).toEqual([]);
    expect(await found(`${long}!`, 'paris')).toEqual([]);
  });

  it('leaves the text index unchanged when the text is unchanged', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.commit(puts(put('a')), at(1));
    const textIndex = () => {
      const database = openSqlite(opened.path);
      const blocks = database.rows('SELECT CAST(id AS TEXT), hex(block) FROM c1_places_search_data');
      database.close();
      return blocks;
    };
    const before = textIndex();
    await writer.commit(puts(put('a', 2, { order: 1, city: 'rome' })), at(2));
    expect(textIndex()).toEqual(before);
    await writer.commit(puts(put('a', 3, { order: 1, name: 'another' })), at(3));
    expect(textIndex()).not.toEqual(before);
  });
});

describe('an index with a sparse field', () => {
  const model: ReadModelDeclaration = {
    name: 'sparse',
    version: '1',
    collections: [
      {
        name: 'places',
        sparse: ['open'],
        indexes: [
          [
            ['open', 1],
            ['rank', 1],
          ],
          [['rank', 1]],
        ],
      },
    ],
  };
  const place = (id: string, rank: number, open: boolean | null, position = 1) =>
    put(id, position, { rank, open });
  const openOnes = { filter: { open: true }, sort: [['rank', 1]], limit: 10 } as const;

  it('holds only the documents with a value in that field', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.finish();
    await writer.write(
      puts(place('b', 2, true), place('a', 1, true), place('c', 3, false), place('d', 4, null)),
    );
    const found = async () => (await writer.find('places', openOnes)).map(({ id }) => id);
    expect(await found()).toEqual(['a', 'b']);
    using database = openSqlite(opened.path);
    const held = () =>
      database.rows(
        'SELECT id FROM c1_places INDEXED BY c1_places_0 WHERE gone = 0 AND "f:open" IS NOT NULL',
      );
    expect(held().flat()).toEqual(['a', 'b']);
    await writer.write(puts(place('a', 1, false, 2), place('c', 3, true, 2)));
    expect(await found()).toEqual(['b', 'c']);
    expect(held().flat()).toEqual(['b', 'c']);
    expect(await writer.count('places', { open: true })).toBe(2);
  });

  it('is not used for a query that could find other documents', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(place('a', 1, true), place('b', 2, false)));
    for (const filter of [
      { open: false },
      { open: null },
      { open: { in: [true, false] } },
      { open: { gte: 0 } },
    ]) {
      await expect(writer.find('places', { ...openOnes, filter })).rejects.toThrow(/places/);
      await expect(writer.count('places', filter)).rejects.toThrow(/places/);
    }
    expect(await writer.count('places', { open: { in: [true] } })).toBe(1);
    expect(await writer.count('places', { open: { gte: 'a' } })).toBe(0);
    expect(await writer.sum('places', 'rank', {})).toBe(3);
  });
});

describe('query plans', () => {
  it('use a declared index, without a scan of the table or a sort', () => {
    const plans = declaredFinds().flatMap(({ collection, options }) => {
      const table = tableOf(1, collection);
      const database = openSqlite(':memory:');
      for (const statement of createTable(table)) database.exec(statement);
      for (const statement of createIndexes(table)) database.exec(statement);
      const finds = findStatements(table, options).walks.flat();
      const count = planAggregate(table, options.filter ?? {});
      const statements = [...finds, { text: `SELECT count(*) ${count.text}`, values: count.values }];
      const explained = statements.map(({ text, values }) => {
        const bound = text.endsWith('LIMIT ?') ? [...values, 10] : values;
        return database
          .objects<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, bound)
          .map(({ detail }) => detail)
          .join('; ');
      });
      database.close();
      return explained;
    });
    expect(plans.length).toBeGreaterThan(60);
    for (const plan of plans) {
      expect(plan).not.toMatch(/USE TEMP B-TREE FOR ORDER BY/);
      expect(plan).toMatch(/USING (COVERING )?INDEX|sqlite_autoindex/);
    }
  });
});

/** For each declared index: a query of all, and one per way to fix its first fields, with and without a cursor. */
function declaredFinds() {
  return readModels
    .flatMap((declaration): ReadModelDeclaration['collections'][number][] => [...declaration.collections])
    .flatMap((collection) =>
      collection.indexes.flatMap((index) =>
        index.flatMap((_, held) => {
          if (index.slice(held).some(([field]) => collection.sparse?.includes(field) === true)) return [];
          const filter = Object.fromEntries(index.slice(0, held).map(([field]) => [field, 1]));
          const sort = index.slice(held);
          const after = [...sort.map(() => 1), 'id'];
          const found: FindOptions[] = [
            { filter, sort, limit: 10 },
            { filter, sort, limit: 10, after },
          ];
          return found.map((options) => ({ collection, options }));
        }),
      ),
    );
}

it('completes commits that were requested before the store is closed', async () => {
  await using opened = await open();
  const writer = await opened.store.writer(model);
  // While another connection writes, closing waits for it for a moment.
  await (await opened.another()).writer(model);
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    const committed = writer.commit(nothing, at(1));
    await opened.store[Symbol.asyncDispose]();
    await committed;
  } finally {
    process.off('uncaughtException', note);
  }
  expect(uncaught).toEqual([]);
});
