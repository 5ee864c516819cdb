import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { at, modelOf, put, puts } from '#projections/testing/places';
import { folderOfFile } from '../../../test/harness/folders.ts';
import { openReadStore, type Filter, type SearchCursor } from '../index.ts';
import { countSlice, searchSlice } from './search.ts';
import { openReadModels, type Sqlite } from './sqlite.ts';
import { tableOf, type Table } from './table.ts';
import type { Picked, PickTerms, Term } from './trigrams.ts';

/** The number of places that one statement may walk. */
const span = 100;
const places = 1000;

const path = join(folderOfFile(), 'read-models.db');
let sqlite: Sqlite;
let table: Table;
/** The number of rows that each statement on a text index returned. */
let walked: number[] = [];

beforeAll(async () => {
  const model = modelOf(['city']);
  await using store = await openReadStore({ path, warn: () => undefined });
  const writer = await store.writer(model);
  const all = Array.from({ length: places }, (_, order) => {
    // Two common words that no document has together, and one word near the end of the order.
    const name = order === 3 ? 'lantern' : order % 2 === 0 ? 'harbour' : 'window';
    return put(`p${order}`, 1, { order, name, rest: '' });
  });
  await writer.commit(puts(...all), at(1));
  const opened = openReadModels(path, () => undefined);
  sqlite = {
    ...opened,
    rows: (sql, values) => {
      const rows = opened.rows(sql, values);
      if (sql.includes(' MATCH ')) walked.push(rows.length);
      return rows;
    },
  };
  const [collection] = model.collections;
  table = tableOf(1, collection);
});
afterAll(() => sqlite.close());

/** Picks the first of the requested terms. */
const first =
  (count: number): PickTerms =>
  (_table, terms: readonly Term[]): Picked => ({ terms: terms.slice(0, count), span });
const find = (pick: PickTerms, word: string, filter: Filter = {}, after?: SearchCursor) => {
  walked = [];
  return searchSlice(
    { sqlite, pick, table },
    { words: [word], filter, scanLimit: 50, limit: 50, ...(after && { after }) },
  );
};

test('one statement walks the list of one entry to its end, however far its documents are apart', () => {
  expect(find(first(1), 'lantern')).toEqual({ hits: [{ id: 'p3', cursor: [0, 3] }], rest: undefined });
  // One statement for each tier; the second tier contains the names, too.
  expect(walked).toEqual([1, 1]);
  expect(countSlice({ sqlite, pick: first(1), table }, { words: ['lantern'], scanLimit: 50 })).toEqual({
    count: 1,
    rest: undefined,
  });
});

test('a statement walks the list of one entry no further than the last candidate', () => {
  expect(find(first(1), 'harbour').hits).toHaveLength(50);
  expect(walked).toEqual([50]);
});

test('a statement walks lists without a common document a limited distance, and returns where to continue', () => {
  // No name has the first two trigrams of this text.
  const two: PickTerms = () => ({ terms: [['har'], ['win']], span });
  let rest = find(two, 'harwin').rest;
  expect(rest).toEqual([0, places - span]);
  let statements = 1;
  for (; rest !== undefined && rest[0] === 0; statements += 1) rest = find(two, 'harwin', {}, rest).rest;
  expect(statements).toBe(places / span);
});

test('a statement walks entries that exclude documents a limited distance, too', () => {
  const { rest } = find(first(1), 'har', { city: { notIn: ['paris'] } });
  expect(rest).toEqual([0, places - span]);
});
