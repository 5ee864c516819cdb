import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { search as model, type SearchDocument } from '#contracts/read-models';
import { searchWords } from '#contracts/shared/search-words';
import { countAll, searchAll } from '#projections/testing/searching';
import {
  openReadStore,
  type Change,
  type Filter,
  type ReadModelReader,
  type SearchCursor,
  type ReadStore,
} from '#platform/read-store/index';

import { id, locationDocument, searchDocument } from '../testing/documents.ts';
import { blockSize } from './letter-bits.ts';
import { createSearchMemory, type SearchMemoryLimits } from './search-memory.ts';
import { randomCases } from '../../test/harness/random-cases.ts';
import { folderOfFile } from '../../test/harness/folders.ts';

const folder = folderOfFile();
let store: ReadStore;

const collection = model.collections[0];
const plenty: SearchMemoryLimits = { documents: 20_000, textBytes: 10_000_000 };

/** A store, memory in front of it, and a count of the searches that the store had to answer. */
async function open(most = plenty) {
  const logId = randomUUID();
  store = await openReadStore({ path: join(folder, `${logId}.db`), warn: () => undefined });
  const stored = await store.reader(model);
  const asked = { searches: 0, scans: 0 };
  const counting: ReadModelReader = {
    ...stored,
    search: async (...options) => ((asked.searches += 1), stored.search(...options)),
    countSearch: async (...options) => ((asked.searches += 1), stored.countSearch(...options)),
    scan: (name) => ((asked.scans += 1), stored.scan(name)),
  };
  const errors: Error[] = [];
  const time = { now: 0 };
  const clock = () => (time.now += 1);
  const onError = (error: Error) => errors.push(error);
  const memory = createSearchMemory({ reader: counting, collection, most, clock, onError });
  const writer = await store.writer(model);
  let position = 0n;
  const changeOf = (ids: readonly string[], everything = false): Change => {
    return {
      model: 'search',
      version: model.version,
      position,
      ids: { locations: ids },
      everything,
      shown: {},
    };
  };
  return {
    memory,
    stored,
    asked,
    time,
    errors,
    changeOf,
    /** Writes documents and removes some; returns the change, which memory has not processed. */
    async commit(documents: readonly SearchDocument[], removed: readonly string[] = []) {
      position += 1n;
      const puts = documents.map((document) => ({ collection: 'locations', position, document }));
      const deletes = removed.map((gone) => ({ collection: 'locations', position, id: gone }));
      await writer.commit({ puts, deletes }, { logId, position });
      return changeOf([...documents.map((document) => document.id), ...removed]);
    },
    async [Symbol.asyncDispose]() {
      await memory[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      expect(errors).toEqual([]);
    },
  };
}

const place = (number: number, values: Partial<SearchDocument> = {}): SearchDocument => ({
  ...searchDocument(locationDocument(number, id(1)), 'lisbon'),
  ...values,
});
const ids = async (reader: ReadModelReader, search: string, filter: Filter = {}) =>
  (await searchAll(reader, 'locations', { words: searchWords(search), filter, limit: 99 })).map(
    (hit) => hit.id,
  );

const texts = fc
  .array(fc.constantFrom('the', 'th', 'e', ' ', 'aba', 'ab', '%', '"', '\u{1F304}', 'ł', '日本語', 'bb\n'), {
    maxLength: 7,
  })
  .map((parts) => parts.join(''));
const places = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 1, max: 12 }),
      order: fc.integer({ min: 1, max: 40 }),
      name: texts,
      city: texts,
      rest: texts,
      category: fc.constantFrom('cafe', 'nature'),
      bestTime: fc.constantFrom('', 'night'),
      rating: fc.constantFrom(0, 1, 4.4, 5),
    }),
    { selector: ({ number }) => number, maxLength: 12 },
  )
  .map((list) => list.map(({ number, ...values }) => place(number, values)));
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    category: fc.constantFrom('cafe', 'none', { in: ['cafe', 'nature'] }, { in: [] }),
    bestTime: fc.constantFrom('night', { notIn: ['night'] }, { notIn: ['', 'none'] }),
    rating: fc.constantFrom({ gte: 4.4 }, { gt: 1, lt: 5 }, { lte: 1 }),
  },
  { requiredKeys: [] },
);
const searches = fc.array(
  fc.tuple(
    fc.uniqueArray(
      texts.filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 3 },
    ),
    filters,
  ),
  { minLength: 1, maxLength: 5 },
);

test('memory finds and counts the same as the store, page by page, after any changes', async () => {
  await using opened = await open();
  const { memory, stored, asked, time } = opened;
  let held = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(places, searches, fc.integer({ min: 1, max: 5 }), async (some, queries, limit) => {
      // An order belongs to one document: the documents written here are removed first.
      for (const each of some) held.delete(each.id);
      const orders = new Set(held.values());
      const documents = some.filter(({ order }) => !orders.has(order) && orders.add(order));
      const gone = [...held.keys()].filter((_, at) => at % 3 === 0);
      const ids = some.map((each) => each.id);
      await memory.take(await opened.commit([], ids));
      await memory.take(await opened.commit(documents, gone));
      held = new Map([...held, ...documents.map((each) => [each.id, each.order] as const)]);
      for (const key of gone) held.delete(key);
      time.now += 1_000_000;
      expect(await memory.settled()).toBe(true);
      for (const [words, filter] of queries) {
        for (const scanLimit of [3, 1000]) {
          const query = { words, filter, scanLimit };
          for (
            let after: Awaited<ReturnType<typeof memory.reader.search>>['rest'], page = 0;
            page < 20;
            page += 1
          ) {
            const asking = { ...query, limit, ...(after && { after }) };
            asked.searches = 0;
            const found = await searchAll(memory.reader, 'locations', asking);
            expect(asked.searches).toBe(0);
            expect(found).toEqual(await searchAll(stored, 'locations', asking));
            after = found.at(-1)?.cursor;
            if (found.length < limit) break;
          }
          expect(await countAll(memory.reader, 'locations', query)).toBe(
            await countAll(stored, 'locations', query),
          );
        }
      }
    }),
    randomCases(10),
  );
}, 60_000);

test('more documents than a block holds are found in order, also those whose order changes', async () => {
  await using opened = await open();
  const { memory, stored } = opened;
  const many = blockSize + 300;
  const all = Array.from({ length: many }, (_, at) =>
    place(at + 1, { order: at + 1, name: at % 7 === 0 ? 'seventh' : 'other', rest: `street ${at}` }),
  );
  await opened.commit(all);
  expect(await memory.settled()).toBe(true);
  const same = async (text: string) =>
    expect(await ids(memory.reader, text)).toEqual(await ids(stored, text));
  await same('seventh');
  await same('street 42');
  // Approved again: it moves to the front.
  const late = await opened.commit([place(8, { order: many + 5, name: 'seventh' })]);
  const later = await opened.commit([place(15, { order: many + 6, name: 'seventh' })]);
  // The second change is taken first: the store already holds both.
  await memory.take(later);
  await memory.take(late);
  await same('seventh');
  expect((await ids(memory.reader, 'seventh')).slice(0, 2)).toEqual([id(15), id(8)]);
  expect(opened.asked.searches).toBe(0);
});

test('changes while memory is filled are not missed', async () => {
  await using opened = await open();
  const { memory } = opened;
  await opened.commit(Array.from({ length: 600 }, (_, at) => place(at + 1, { order: at + 1 })));
  const filled = memory.settled();
  const change = await opened.commit([place(1, { order: 1, name: 'renamed meanwhile' })], [id(2)]);
  await memory.take(change);
  expect(await filled).toBe(true);
  expect(await ids(memory.reader, 'renamed meanwhile')).toEqual([id(1)]);
  expect(await countAll(memory.reader, 'locations', { words: ['location'], scanLimit: 1000 })).toBe(598);
});

test('a change of everything empties memory, and it is filled again, but not at every such change', async () => {
  await using opened = await open();
  const { memory, asked, time, changeOf } = opened;
  await opened.commit([place(1, { name: 'first' })]);
  expect(await memory.settled()).toBe(true);
  await opened.commit([place(1, { name: 'second' })]);
  time.now += 1000;
  for (let changes = 0; changes < 10; changes += 1) {
    await memory.take(changeOf([], true));
    expect(await ids(memory.reader, 'second')).toEqual([id(1)]);
    await memory.settled();
  }
  // Little time has passed meanwhile.
  expect(asked.scans).toBeLessThan(5);
  time.now += 1000;
  expect(await memory.settled()).toBe(true);
});

test('a large collection is searched in the store, and not read to learn its size', async () => {
  await using opened = await open({ documents: 3, textBytes: 1000 });
  const { memory, asked } = opened;
  await opened.commit([1, 2, 3, 4].map((number) => place(number)));
  expect(await memory.settled()).toBe(false);
  expect(await ids(memory.reader, 'location')).toHaveLength(4);
  expect(asked.searches).toBeGreaterThan(0);
  expect(asked.scans).toBe(0);
});

test('the store searches texts that take too much memory, also when they are added later', async () => {
  await using opened = await open({ documents: 30, textBytes: 1000 });
  const { memory, asked } = opened;
  await opened.commit([place(1)]);
  expect(await memory.settled()).toBe(true);
  await memory.take(await opened.commit([place(2, { rest: 'wall '.repeat(300) })]));
  expect(await ids(memory.reader, 'wall')).toEqual([id(2), id(1)]);
  expect(asked.searches).toBeGreaterThan(0);
  opened.time.now += 1_000_000;
  expect(await memory.settled()).toBe(false);
});

test('the store answers or refuses searches that memory cannot answer', async () => {
  await using opened = await open();
  const { memory, asked } = opened;
  await opened.commit([place(1, { lookups: ['a lookup'] })]);
  expect(await memory.settled()).toBe(true);
  expect(await ids(memory.reader, '', { lookups: 'a lookup' })).toEqual([id(1)]);
  expect(asked.searches).toBe(1);
  await expect(ids(memory.reader, '')).rejects.toThrow(/word/);
  await expect(ids(memory.reader, 'old', { rest: 'x' })).rejects.toThrow(/rest/);
  await expect(searchAll(memory.reader, 'cities', { words: ['old'], limit: 1 })).rejects.toThrow(/search/);
});

test('a phrase is not compared with texts that have its sequences of three letters, but not of four', async () => {
  await using opened = await open();
  const { memory } = opened;
  await opened.commit([place(1, { order: 1, rest: 'stonebr one brid' })]);
  expect(await memory.settled()).toBe(true);
  // With such a limit, a comparison would leave a rest.
  const count = (word: string) => memory.reader.countSearch('locations', { words: [word], scanLimit: 1 });
  expect(await count('stonebr')).toEqual({ count: 1, rest: 1 });
  expect(await count('ebri')).toEqual({ count: 0, rest: undefined });
});

test('counting in memory stops at the requested maximum, and continues where it stopped', async () => {
  await using opened = await open();
  const { memory, asked } = opened;
  await opened.commit([1, 2, 3, 4, 5].map((number) => place(number, { order: number, name: 'stone' })));
  expect(await memory.settled()).toBe(true);
  const asking = { words: ['stone'], scanLimit: 100 };
  const first = await memory.reader.countSearch('locations', { ...asking, most: 2 });
  expect(first).toEqual({ count: 2, rest: 4 });
  expect(await memory.reader.countSearch('locations', { ...asking, after: 4 })).toEqual({
    count: 3,
    rest: undefined,
  });
  expect(asked.searches).toBe(0);
});

test('memory compares no more texts than allowed, and says where to continue', async () => {
  await using opened = await open();
  const { memory, asked } = opened;
  // All contain the letters, but none contains the text.
  await opened.commit(
    Array.from({ length: 20 }, (_, at) => place(at + 1, { order: at + 1, name: 'abcd bcde' })),
  );
  expect(await memory.settled()).toBe(true);
  const asking = { words: ['abcde'], scanLimit: 8 };
  const search = (after: SearchCursor) =>
    memory.reader.search('locations', { ...asking, tiers: 1, limit: 5, after });
  expect(await search([0, 21])).toEqual({ hits: [], rest: [0, 13] });
  expect(await memory.reader.countSearch('locations', asking)).toEqual({ count: 0, rest: 13 });
  expect(await search([0, 5])).toEqual({ hits: [], rest: undefined });
  // Documents that do not pass the filter are not compared.
  const filter = { category: 'none' };
  expect(await memory.reader.countSearch('locations', { ...asking, filter })).toEqual({
    count: 0,
    rest: undefined,
  });
  expect(asked.searches).toBe(0);
});
