import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { at, modelOf, put, puts } from '#projections/testing/places';
import { countAll } from '#projections/testing/searching';
import { folderOfTest } from '../../../test/harness/folders.ts';
import { openReadStore } from '../index.ts';
import { openReadModels } from './sqlite.ts';

/** More places than one transaction indexes. */
const places = 10_003;
const model = modelOf(['city']);
const named = (order: number) =>
  put(`p${order}`, 1, { order, name: order % 2 === 0 ? 'harbour' : 'window', rest: `street ${order}` });

let path: string;
beforeEach(() => {
  path = join(folderOfTest(), 'read-models.db');
});

const open = () => openReadStore({ path, warn: () => undefined });

test('a rebuilt generation finds every document, in an index of one segment with the usual settings', async () => {
  {
    await using store = await open();
    await using rebuild = await store.rebuild(model);
    const all = Array.from({ length: places }, (_, order) => named(order));
    await rebuild.generation.commit(puts(...all), at(1));
    await rebuild.swap();
    const reader = await store.reader(model);
    const count = (text: string) => countAll(reader, 'places', { words: [text], scanLimit: places });
    expect([await count('harbour'), await count('window'), await count('street')]).toEqual([
      5002,
      5001,
      places,
    ]);
    expect(await count('street 10002')).toBe(1);
  }
  const sqlite = openReadModels(path, () => undefined);
  const names = sqlite.rows(`SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'`);
  const indexes = names.map(([name]) => String(name));
  expect(indexes).toHaveLength(1);
  for (const index of indexes) {
    expect(sqlite.rows(`SELECT count(DISTINCT segid) FROM ${index}_idx`)).toEqual([[1]]);
    const settings = sqlite.rows(`SELECT k, v FROM ${index}_config WHERE k <> 'version' ORDER BY k`);
    expect(settings).toEqual([
      ['automerge', 4],
      ['crisismerge', 16],
      ['hashsize', 2 ** 20],
    ]);
  }
  sqlite.close();
});

test('a filled rebuild has no text index before it is finished', async () => {
  await using store = await open();
  await using rebuild = await store.rebuild(model);
  await rebuild.generation.commit(puts(named(1)), at(1));
  const sqlite = openReadModels(path, () => undefined);
  const indexes = () =>
    sqlite.rows(`SELECT name FROM sqlite_schema WHERE name LIKE 'c2\\_%\\_search' ESCAPE '\\'`);
  expect(indexes()).toEqual([]);
  await rebuild.swap();
  expect(indexes()).toHaveLength(1);
  sqlite.close();
});
