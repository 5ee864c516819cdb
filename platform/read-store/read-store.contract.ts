import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { hasWord } from '#contracts/shared/has-word.test-helper';
import { countAll, searchAll } from '#projections/testing/searching';
import { patience } from '../../test/harness/patience.ts';
import { allChanged } from './changed-ids.ts';
import { compare, fieldValue, matches } from './filter.ts';
import {
  GenerationReplaced,
  StoreUnavailable,
  type Change,
  type Checkpoint,
  type Document,
  type FieldValue,
  type Filter,
  type FindOptions,
  type Index,
  type Put,
  type ReadModelDeclaration,
  type ReadModelReader,
  type ReadStore,
  type SearchCursor,
  type Write,
} from './port.ts';
import { randomCases } from '../../test/harness/random-cases.ts';

export interface OpenedStore extends AsyncDisposable {
  /** Contains no read model. */
  readonly store: ReadStore;
  /** Opens a second store on the same data, as another process would. Closed with the first. */
  another(): Promise<ReadStore>;
  /** Abandons the store as a killed process would, and opens the same data again. */
  reopen(): Promise<ReadStore>;
  /** Makes the store unable to answer from now on. */
  cutOff(): Promise<void>;
}

type Open = () => Promise<OpenedStore>;

/** Tests for every read store. `open` opens one for a test; `runs` is the number of random cases to try. */
export function describeReadStore(
  name: string,
  open: Open,
  { runs = 20 }: { readonly runs?: number } = {},
): void {
  describe(`${name}: writing`, () => describeWriting(open));
  describe(`${name}: find`, () => describeFind(open, runs));
  describe(`${name}: count and sum`, () => describeAggregates(open));
  describe(`${name}: search`, () => describeSearch(open, runs));
  describe(`${name}: changes`, () => describeChanges(open));
  describe(`${name}: rebuild`, () => describeRebuild(open));
  describe(`${name}: the store`, () => describeStore(open));
}

interface Place extends Document {
  readonly city: string | null;
  readonly rank: number | null;
  readonly score: number;
  readonly open: boolean;
  readonly note?: string;
}

const byCityAndRank: Index = [
  ['city', 1],
  ['rank', -1],
];
const mixed: Index = [
  ['rank', -1],
  ['city', 1],
  ['score', -1],
];

const model = {
  name: 'model',
  version: '1',
  collections: [
    {
      name: 'places',
      indexes: [
        byCityAndRank,
        mixed,
        [['city', 1]],
        [['rank', 1]],
        [
          ['open', 1],
          ['rank', 1],
          ['score', 1],
        ],
      ],
    },
    { name: 'others', indexes: [] },
    {
      name: 'texts',
      indexes: [[['stars', 1]]],
      search: {
        fields: ['name', 'rest'],
        order: 'order',
        filters: ['kind', 'town'],
        lists: ['words'],
        levels: ['stars'],
      },
    },
  ],
} as const satisfies ReadModelDeclaration;

const place = (id: string, fields: Partial<Place> = {}): Place => ({
  id,
  city: 'paris',
  rank: 1,
  score: 1,
  open: true,
  ...fields,
});
const put = (document: Document, position: bigint | number = 1n, collection = 'places'): Put => ({
  collection,
  position: BigInt(position),
  document,
});
const gone = (id: string, position: bigint | number, collection = 'places') => ({
  collection,
  id,
  position: BigInt(position),
});
const puts = (...writes: Put[]): Write => ({ puts: writes, deletes: [] });
const deletes = (...writes: Write['deletes']): Write => ({ puts: [], deletes: writes });
const nothing = puts();
const at = (position: bigint | number, logId = 'log-1'): Checkpoint => ({
  logId,
  position: BigInt(position),
});
const ids = (documents: readonly Document[]) => documents.map(({ id }) => id);

async function everything(reader: ReadModelReader, collection = 'places') {
  const found = [];
  for await (const each of reader.scan(collection)) found.push(each);
  return found;
}

function describeWriting(open: Open) {
  it('returns a document that was put', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const reader = await opened.store.reader(model);
    const document = {
      ...place('a'),
      note: `quote ' " and \u{1F304} \\ %`,
      nested: { list: [1, null, 'x'] },
    };
    await writer.write(puts(put(document)));
    expect(await reader.get('places', 'a')).toEqual(document);
    expect(await reader.get('places', 'b')).toBeUndefined();
    expect(await reader.get('others', 'a')).toBeUndefined();
  });

  it('returns those of several documents that exist', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(...Array.from({ length: 120 }, (_, n) => put(place(`p${n}`)))));
    await writer.write(deletes(gone('p3', 2)));
    const found = await writer.getMany('places', ['p1', 'p3', 'p7', 'p119', 'none']);
    expect(ids(found).sort()).toEqual(['p1', 'p119', 'p7']);
    expect(await writer.getMany('places', [])).toEqual([]);
  });

  it('replaces only documents with a lower position', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(put(place('a', { score: 5 }), 5)));
    await writer.write(puts(put(place('a', { score: 4 }), 4)));
    await writer.write(puts(put(place('a', { score: 50 }), 5)));
    expect((await writer.get<Place>('places', 'a'))?.score).toBe(5);
    await writer.write(puts(put(place('a', { score: 6 }), 6)));
    expect((await writer.get<Place>('places', 'a'))?.score).toBe(6);
  });

  it('finds a document by its present values, whatever was stored after the replaced document was read', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const read = place('a', { rank: 1, score: 1 });
    await writer.write(puts(put(read, 1), put(place('b', { rank: 1 }), 1)));
    const now = place('a', { rank: 1, score: 3 });
    const replacing = { ...put(now, 3), replaces: { position: 1n, document: read } };
    const ofRank = async (rank: number) =>
      ids(await writer.find('places', { filter: { city: 'paris', rank }, limit: 9 }));
    await writer.write(puts({ ...replacing, position: 2n, document: place('a', { rank: 2 }) }));
    expect([await ofRank(1), await ofRank(2)]).toEqual([['b'], ['a']]);
    await writer.write(puts(replacing));
    expect([await ofRank(1), await ofRank(2)]).toEqual([['a', 'b'], []]);
    expect(await writer.get('places', 'a')).toEqual(now);
    await writer.write(deletes(gone('a', 4)));
    await writer.write(puts({ ...replacing, position: 4n }));
    expect(await writer.get('places', 'a')).toBeUndefined();
    await writer.write(puts({ ...replacing, position: 5n }));
    expect(await ofRank(1)).toEqual(['a', 'b']);
  });

  it('lets the highest position win inside one write', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(
      puts(
        put(place('a', { score: 1 }), 1),
        put(place('a', { score: 3 }), 3),
        put(place('a', { score: 2 }), 2),
      ),
    );
    expect((await writer.get<Place>('places', 'a'))?.score).toBe(3);
  });

  it('keeps a tombstone, which blocks older writes like a document', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(put(place('a'), 5), put(place('b'), 5)));
    await writer.write(deletes(gone('a', 7), gone('b', 5), gone('never', 7)));
    expect(ids(await writer.find('places', { limit: 9 }))).toEqual(['b']);
    await writer.write(puts(put(place('a'), 6), put(place('a'), 7), put(place('never'), 7)));
    expect(ids(await writer.find('places', { limit: 9 }))).toEqual(['b']);
    expect(await writer.get('places', 'a')).toBeUndefined();
    await writer.write(puts(put(place('a', { score: 8 }), 8)));
    expect((await writer.get<Place>('places', 'a'))?.score).toBe(8);
  });

  it('returns stored documents and tombstones with their positions, also large ones', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const large = 2n ** 60n + 1n;
    await writer.write(puts(put(place('a'), 5), put(place('b'), large)));
    await writer.write(deletes(gone('c', 7)));
    expect(await writer.stored('places', ['a', 'b', 'c', 'd'])).toEqual(
      new Map([
        ['a', { position: 5n, document: place('a') }],
        ['b', { position: large, document: place('b') }],
        ['c', { position: 7n, document: undefined }],
      ]),
    );
    await writer.write(puts(put(place('b', { score: 2 }), large + 1n)));
    expect((await writer.get<Place>('places', 'b'))?.score).toBe(2);
  });

  it('changes nothing when a write is applied twice', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(put(place('b'), 1)));
    const write = { ...deletes(gone('b', 3)), puts: [put(place('a'), 2), put(text(4), 4, 'texts')] };
    await writer.commit(write, at(4));
    const before = [
      await everything(writer),
      await everything(writer, 'texts'),
      await writer.stored('places', ['a', 'b']),
    ];
    await writer.commit(write, at(4));
    expect([
      await everything(writer),
      await everything(writer, 'texts'),
      await writer.stored('places', ['a', 'b']),
    ]).toEqual(before);
    expect(await searchAll(writer, 'texts', { words: ['morning'], limit: 9 })).toHaveLength(1);
  });

  it('scans all documents with their positions, by rising id', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const documents = Array.from({ length: 1203 }, (_, n) => place(`p${String(n).padStart(4, '0')}`));
    await writer.write(puts(...documents.map((document, n) => put(document, n + 1)).reverse()));
    await writer.write(deletes(gone('p0500', 2000)));
    const expected = documents
      .map((document, n) => ({ position: BigInt(n + 1), document }))
      .toSpliced(500, 1);
    expect(await everything(writer)).toEqual(expected);
  });

  it('keeps the checkpoint with the id of its log', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    expect(await writer.checkpoint()).toBeUndefined();
    await writer.commit(puts(put(place('a'))), at(7));
    expect(await writer.checkpoint()).toEqual(at(7));
    await writer.commit(nothing, at(3, 'log-2'));
    const store = await opened.reopen();
    expect(await (await store.reader(model)).checkpoint()).toEqual(at(3, 'log-2'));
  });

  it('does not let a writer that lags behind set the checkpoint back', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const late = await (await opened.another()).writer(model);
    await writer.commit(puts(put(place('a', { score: 9 }), 9)), at(9));
    await late.commit(puts(put(place('a', { score: 8 }), 8)), at(8));
    expect(await writer.checkpoint()).toEqual(at(9));
    expect((await writer.get<Place>('places', 'a'))?.score).toBe(9);
  });

  it('keeps documents written before a crash, with the old checkpoint, and guards them', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.commit(puts(put(place('a', { score: 1 }), 1)), at(1));
    await writer.write(puts(put(place('a', { score: 2 }), 2)));
    const again = await (await opened.reopen()).writer(model);
    expect(await again.checkpoint()).toEqual(at(1));
    await again.commit(puts(put(place('a', { score: 22 }), 2)), at(2));
    expect((await again.get<Place>('places', 'a'))?.score).toBe(2);
  });

  it('keeps collections and models apart', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const other = await opened.store.writer({ ...model, name: 'another' });
    const newer = await opened.store.writer({ ...model, version: '2' });
    await writer.commit(puts(put(place('a')), put(place('b'), 1, 'others')), at(1));
    expect(ids(await writer.find('places', { limit: 9 }))).toEqual(['a']);
    for (const empty of [other, newer]) {
      expect(await empty.find('places', { limit: 9 })).toEqual([]);
      expect(await empty.checkpoint()).toBeUndefined();
    }
  });

  it('keeps a version and the one opened before it, in the order in which they were first opened', async () => {
    await using opened = await open();
    const started = async (version: string) => opened.store.writer({ ...model, version });
    const position = async (version: string) =>
      (await (await opened.store.reader({ ...model, version })).checkpoint())?.position;
    for (const [number, version] of ['oldest', 'newer', 'latest'].entries()) {
      await (await started(version)).commit(puts(put(place('a'))), at(number + 1));
      // The previous release keeps running beside it, and restarts.
      if (version === 'newer') await (await started('oldest')).commit(puts(put(place('b'))), at(7));
    }
    await started('newer');
    expect([await position('newer'), await position('latest')]).toEqual([2n, 3n]);
    expect(await position('oldest')).toBeUndefined();
  });

  it('refuses a collection that is not declared', async () => {
    await using opened = await open();
    const reader = await opened.store.reader(model);
    await expect(reader.get('nowhere', 'a')).rejects.toThrow(/nowhere/);
  });
}

const fieldValues = {
  city: [null, 'athens', 'paris', 'París', 'z\u{1F304}', 'z\uFFFD'],
  rank: [null, 0, 1, 2],
  score: [0, 0.5, 1, 2],
} as const;

const somePlaces = fc
  .array(
    fc.record({
      city: fc.constantFrom(...fieldValues.city),
      rank: fc.constantFrom(...fieldValues.rank),
      score: fc.constantFrom(...fieldValues.score),
      open: fc.boolean(),
    }),
    { maxLength: 25 },
  )
  .map((list) => list.map((fields, n): Place => ({ id: `p${String(n).padStart(2, '0')}`, ...fields })));

const range = fc.record(
  {
    gt: fc.constantFrom(0, 1),
    gte: fc.constantFrom(0, 1, 2),
    lt: fc.constantFrom(1, 2),
    lte: fc.constantFrom(0, 1),
  },
  { requiredKeys: [] },
);
const rankCondition = fc.oneof(
  fc.constantFrom(...fieldValues.rank),
  fc.subarray([...fieldValues.rank]).map((list) => ({ in: list })),
  range,
);
const cityCondition = fc.oneof(
  fc.constantFrom(...fieldValues.city),
  fc.subarray([...fieldValues.city]).map((list) => ({ in: list })),
);
const notInCity = fc
  .subarray([...fieldValues.city].filter((city) => city !== null))
  .map((list) => ({ notIn: list }));
/** Queries that one of the declared indexes answers. */
const someQuery: fc.Arbitrary<{ filter: Filter; sort: Index }> = fc.oneof(
  fc.constant({ filter: {}, sort: [] }),
  fc.record({ filter: fc.record({ city: cityCondition }), sort: fc.constant<Index>([]) }),
  fc.record({ filter: fc.record({ city: cityCondition }), sort: fc.constant<Index>([['rank', -1]]) }),
  fc.record({
    filter: fc.record({ city: notInCity, rank: rankCondition }, { requiredKeys: ['city'] }),
    sort: fc.constantFrom<Index[]>([['rank', -1]], mixed, byCityAndRank),
  }),
  fc.record({
    filter: fc.record({ city: cityCondition, rank: rankCondition }),
    sort: fc.constant(byCityAndRank),
  }),
  fc.record({
    filter: fc.record({ city: cityCondition, rank: rankCondition }, { requiredKeys: [] }),
    sort: fc.constant(mixed),
  }),
  fc.record({
    filter: fc.record(
      {
        open: fc.boolean(),
        rank: rankCondition,
        score: fc.constantFrom({ gte: 0.5 }, { lt: 2 }, { notIn: [0, 1] }, { notIn: [] }),
      },
      { requiredKeys: ['open'] },
    ),
    sort: fc.constant<Index>([['rank', 1]]),
  }),
);

function expectedOrder(documents: readonly Place[], filter: Filter, sort: Index): Place[] {
  return documents
    .filter((document) => matches(document, filter))
    .sort((one, other) => {
      for (const [field, direction] of sort) {
        const order = compare(fieldValue(one, field), fieldValue(other, field)) * direction;
        if (order !== 0) return order;
      }
      return compare(one.id, other.id);
    });
}

async function pageThrough(
  reader: ReadModelReader,
  { filter, sort }: { filter: Filter; sort: Index },
  { limit, backwards }: { limit: number; backwards: boolean },
) {
  const found: Place[] = [];
  for (let after: FieldValue[] | undefined; ;) {
    const options: FindOptions = {
      filter,
      sort,
      limit,
      backwards,
      ...(after === undefined ? {} : { after }),
    };
    const page = await reader.find<Place>('places', options);
    expect(page.length).toBeLessThanOrEqual(limit);
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return found;
    after = [...sort.map(([field]) => fieldValue(last, field)), last.id];
  }
}

function describeFind(open: Open, runs: number) {
  it('answers filters, sorts and pages like a simple model of the store', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    let position = 0;
    await fc.assert(
      fc.asyncProperty(
        somePlaces,
        fc.array(someQuery, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (documents, queries, limit, backwards) => {
          position += 1;
          const old = (await everything(writer)).map(({ document }) => gone(document.id, position));
          await writer.write(deletes(...old));
          position += 1;
          await writer.write(puts(...documents.map((document) => put(document, position))));
          for (const query of queries) {
            const expected = expectedOrder(documents, query.filter, query.sort);
            const order = backwards ? expected.toReversed() : expected;
            expect(await pageThrough(writer, query, { limit, backwards })).toEqual(order);
            expect(await writer.count('places', query.filter)).toBe(expected.length);
          }
        },
      ),
      randomCases(runs),
    );
  });

  it('orders equal sort values by id, even if a page ends among them', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const cities = { a: 'c', b: 'b', c: 'a' };
    const puts = Object.entries(cities).map(([id, city]) => put(place(id, { city })));
    await writer.write({ puts, deletes: [] });
    const sort: Index = [['rank', -1]];
    expect(ids(await writer.find('places', { sort, limit: 2 }))).toEqual(['a', 'b']);
    expect(ids(await writer.find('places', { sort, limit: 2, after: [1, 'b'] }))).toEqual(['c']);
    const last = { sort, backwards: true, limit: 2 };
    expect(ids(await writer.find('places', last))).toEqual(['c', 'b']);
    expect(ids(await writer.find('places', { ...last, after: [1, 'b'] }))).toEqual(['a']);
  });

  it('returns only the id and the sort fields when only keys are requested', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(put(place('a', { rank: 3 })), put(place('b', { rank: 2 })), put({ id: 'bare' })));
    const keys = (options: FindOptions) => writer.find('places', { ...options, limit: 2, keysOnly: true });
    const sort: Index = [['rank', -1]];
    expect(await keys({ sort: [['rank', 1]], limit: 2 })).toEqual([
      { id: 'bare', rank: null },
      { id: 'b', rank: 2 },
    ]);
    expect(await keys({ filter: { city: 'paris' }, sort, limit: 2, after: [3, 'a'] })).toEqual([
      { id: 'b', rank: 2 },
    ]);
    expect(await keys({ filter: { city: 'paris' }, sort: byCityAndRank, limit: 2 })).toEqual([
      { id: 'a', city: 'paris', rank: 3 },
      { id: 'b', city: 'paris', rank: 2 },
    ]);
    expect(await keys({ filter: { city: { in: ['paris', 'rome'] } }, sort, limit: 2 })).toEqual([
      { id: 'a', rank: 3 },
      { id: 'b', rank: 2 },
    ]);
  });

  it('treats a missing field as null', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(put({ id: 'bare' }), put(place('full'))));
    expect(ids(await writer.find('places', { filter: { city: null }, limit: 9 }))).toEqual(['bare']);
  });

  it('never interprets a value as an operator', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const odd = [`o'hara`, '"', '$gt', '%', '.*', '\\', '; DROP TABLE places', ''];
    await writer.write(puts(...odd.map((city, n) => put(place(`p${n}`, { city })))));
    for (const [n, city] of odd.entries()) {
      expect(ids(await writer.find('places', { filter: { city }, limit: 9 }))).toEqual([`p${n}`]);
    }
  });

  it.each([
    ['a field without an index', { filter: { note: 'x' }, limit: 1 }],
    ['a sort without an index', { filter: { city: 'paris' }, sort: [['score', 1]], limit: 1 }],
    ['a sort in the other direction', { sort: [['city', -1]], limit: 1 }],
    [
      'a filter that the index of the sort does not hold',
      { filter: { open: true }, sort: byCityAndRank, limit: 1 },
    ],
    ['falling ids', { sort: [['id', -1]], limit: 1 }],
    ['a cursor of another sort', { sort: mixed, after: ['paris', 'a'], limit: 1 }],
  ] as const satisfies [string, FindOptions][])('refuses %s', async (_, options) => {
    await using opened = await open();
    const reader = await opened.store.reader(model);
    await expect(reader.find('places', options)).rejects.toThrow(/places|cursor/);
  });
}

function describeAggregates(open: Open) {
  const documents = [
    place('a', { city: 'paris', rank: 1, score: 2 }),
    place('b', { city: 'paris', rank: 2, score: 0.5, open: false }),
    place('c', { city: 'rome', rank: 3, score: 4 }),
    place('d', { city: null, rank: null, score: 8 }),
  ];

  it('counts, up to a given maximum', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(...documents.map((document) => put(document)), put(place('e'))));
    await writer.write(deletes(gone('e', 2)));
    expect(await writer.count('places', {})).toBe(4);
    expect(await writer.count('places', {}, 3)).toBe(3);
    expect(await writer.count('places', { city: 'paris' })).toBe(2);
    expect(await writer.count('places', { city: 'paris' }, 1)).toBe(1);
    expect(await writer.count('places', { city: { in: ['paris', null] } })).toBe(3);
    expect(await writer.count('places', { city: { notIn: ['paris', 'oslo'] } })).toBe(2);
    expect(await writer.count('places', { city: { notIn: [] } })).toBe(4);
    expect(await writer.count('places', { rank: { gte: 2 } })).toBe(2);
    expect(await writer.count('places', { open: true, rank: { gt: 0, lte: 3 } })).toBe(2);
    expect(await writer.count('places', { city: 'oslo' })).toBe(0);
    expect(await writer.count('others', {})).toBe(0);
  });

  it('sums a field, and returns 0 for no documents', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(...documents.map((document) => put(document))));
    expect(await writer.sum('places', 'rank', {})).toBe(6);
    expect(await writer.sum('places', 'rank', { city: 'paris' })).toBe(3);
    expect(await writer.sum('places', 'score', { open: true })).toBe(14);
    expect(await writer.sum('places', 'rank', { city: 'oslo' })).toBe(0);
  });

  it('refuses queries that no index can answer', async () => {
    await using opened = await open();
    const reader = await opened.store.reader(model);
    await expect(reader.count('places', { note: 'x' })).rejects.toThrow(/places/);
    await expect(reader.count('places', { open: true, city: 'paris' })).rejects.toThrow(/places/);
    await expect(reader.sum('places', 'note', {})).rejects.toThrow(/places/);
    await expect(reader.tally('places', { by: 'note', of: ['x'] })).rejects.toThrow(/places/);
    await expect(reader.tally('places', { by: 'city', of: ['x'], sum: 'score' })).rejects.toThrow(/places/);
  });

  it('counts per value of a field, omitting values that no document has', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(...documents.map((document) => put(document)), put(place('e'))));
    await writer.write(deletes(gone('e', 2)));
    expect(await writer.tally('places', { by: 'city', of: ['paris', 'oslo', 'rome'] })).toEqual(
      new Map([
        ['paris', { count: 2, sum: 0, first: null }],
        ['rome', { count: 1, sum: 0, first: null }],
      ]),
    );
    const asked = { by: 'city', of: ['paris', 'rome'], sum: 'rank', first: 'rank' } as const;
    expect(await writer.tally('places', asked)).toEqual(
      new Map([
        ['paris', { count: 2, sum: 3, first: 'a' }],
        ['rome', { count: 1, sum: 3, first: 'c' }],
      ]),
    );
    expect(await writer.tally('places', { ...asked, filter: { rank: { gte: 2 } } })).toEqual(
      new Map([
        ['paris', { count: 1, sum: 2, first: 'b' }],
        ['rome', { count: 1, sum: 3, first: 'c' }],
      ]),
    );
    expect(await writer.tally('places', { by: 'city', of: [] })).toEqual(new Map());
  });
}

interface Text extends Document {
  readonly name: string;
  readonly rest: string;
  readonly order: number;
  readonly kind: string;
  readonly town: string | null;
  readonly stars: number;
}

const text = (order: number, fields: Partial<Text> = {}): Text => ({
  id: `t${order}`,
  name: 'old bridge',
  rest: 'morning light',
  order,
  kind: 'cafe',
  town: 'paris',
  stars: 3,
  ...fields,
});

const syllables = [
  'the',
  'th',
  'e',
  ' ',
  'ing',
  '%',
  '"',
  '.*',
  "'",
  'ab',
  'aba',
  '\u{1F304}',
  'ł',
  '\uE000',
];
const phrase = fc.array(fc.constantFrom(...syllables), { maxLength: 6 }).map((parts) => parts.join(''));
const someTexts = fc
  .array(
    fc.record({
      name: phrase,
      rest: phrase,
      kind: fc.constantFrom('cafe', 'view'),
      town: fc.constantFrom(null, 'paris', 'rome'),
      stars: fc.constantFrom(1, 3, 5),
    }),
    { maxLength: 20 },
  )
  .map((list) => list.map((fields, n) => text(n + 1, { ...fields, id: `t${(n * 7) % 20}` })));
const textFilter = fc.record(
  {
    kind: fc.oneof(
      fc.constantFrom('cafe', 'view'),
      fc.subarray(['cafe', 'view', 'none']).map((list) => ({ in: list })),
    ),
    town: fc.constantFrom(null, 'paris', 'rome', { notIn: ['paris'] }, { notIn: ['paris', 'rome'] }),
    stars: fc.constantFrom({ gte: 3 }, { gt: 1, lte: 3 }),
  },
  { requiredKeys: [] },
);
const someWords = fc.uniqueArray(
  phrase.filter((fragment) => fragment.trim() !== ''),
  { minLength: 1, maxLength: 4 },
);

function expectedHits(documents: readonly Text[], words: readonly string[], filter: Filter) {
  const tierOf = ({ name, rest }: Text) => {
    if (words.every((word) => hasWord(name, word))) return 0;
    return words.every((word) => hasWord(name, word) || hasWord(rest, word)) ? 1 : undefined;
  };
  return documents
    .filter((document) => matches(document, filter))
    .flatMap((document) => {
      const tier = tierOf(document);
      return tier === undefined ? [] : [{ id: document.id, cursor: [tier, document.order] as SearchCursor }];
    })
    .sort((one, other) => one.cursor[0] - other.cursor[0] || other.cursor[1] - one.cursor[1]);
}

async function searchThrough(
  reader: ReadModelReader,
  words: readonly string[],
  filter: Filter,
  limit: number,
) {
  const found = [];
  for (let after: SearchCursor | undefined; ;) {
    const page = await searchAll(reader, 'texts', {
      words,
      filter,
      limit,
      ...(after === undefined ? {} : { after }),
    });
    expect(page.length).toBeLessThanOrEqual(limit);
    found.push(...page);
    after = page.at(-1)?.cursor;
    if (page.length < limit) return found;
  }
}

function describeSearch(open: Open, runs: number) {
  it('answers like a simple model of the store, page by page, after writes and overwrites', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    let position = 0;
    const asked = fc.array(fc.tuple(someWords, textFilter), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        someTexts,
        asked,
        fc.integer({ min: 1, max: 6 }),
        async (documents, searches, limit) => {
          position += 1;
          // Existing documents are overwritten, so each case starts from the index of another one. Orders stay unique.
          const kept = new Map(documents.map((document) => [document.id, document.order]));
          const old = await everything(writer, 'texts');
          const doomed = old.filter(
            ({ document }) => kept.get(document.id) !== fieldValue(document, 'order'),
          );
          await writer.write(deletes(...doomed.map(({ document }) => gone(document.id, position, 'texts'))));
          position += 1;
          await writer.write(puts(...documents.map((document) => put(document, position, 'texts'))));
          for (const [words, filter] of searches) {
            const expected = expectedHits(documents, words, filter);
            expect(await searchThrough(writer, words, filter, limit)).toEqual(expected);
            const asked = { words, filter };
            expect(await countAll(writer, 'texts', asked)).toBe(expected.length);
            expect(await countAll(writer, 'texts', { ...asked, scanLimit: 1000 })).toBe(expected.length);
          }
        },
      ),
      randomCases(runs),
    );
  });

  it('returns matches in the name before matches in the rest, each newest first', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(
      puts(
        put(text(1, { name: 'river bend' }), 1, 'texts'),
        put(text(2, { rest: 'by the river' }), 1, 'texts'),
        put(text(3, { name: 'river', rest: 'a river' }), 1, 'texts'),
        put(text(4, { rest: 'drivers' }), 1, 'texts'),
      ),
    );
    const hits = await searchAll(writer, 'texts', { words: ['river'], limit: 9 });
    expect(hits.map(({ cursor }) => cursor)).toEqual([
      [0, 3],
      [0, 1],
      [1, 4],
      [1, 2],
    ]);
  });

  it.each([
    '100% sure',
    '%',
    '%%%',
    '.*',
    '...',
    'a"b',
    '"""',
    "o'n",
    'name:old',
    'old OR new',
    '(old',
    'ol*',
    '^old',
    '-old',
    '\\',
  ])('takes %j literally', async (fragment) => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(
      puts(
        put(text(1), 1, 'texts'),
        put(text(2, { name: `${fragment} old` }), 1, 'texts'),
        put(text(3, { rest: 'new old name' }), 1, 'texts'),
      ),
    );
    const hits = await searchAll(writer, 'texts', { words: [fragment], limit: 9 });
    expect(ids(hits)).toEqual(['t2']);
  });

  it('matches one and two letters only with the beginning of a word', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(
      puts(
        put(text(1, { name: '\u{1F304}a hill', rest: '' }), 1, 'texts'),
        put(text(2, { name: 'a\u{1F304}', rest: '' }), 1, 'texts'),
        put(text(3, { name: 'banana', rest: '(hidden' }), 1, 'texts'),
        put(text(4, { name: '新東京駅', rest: '' }), 1, 'texts'),
      ),
    );
    const found = async (fragment: string) =>
      ids(await searchAll(writer, 'texts', { words: [fragment], limit: 9 }));
    expect(await found('\u{1F304}')).toEqual(['t1']);
    expect(await found('\u{1F304}a')).toEqual(['t1']);
    expect(await found('a')).toEqual(['t2', 't1']);
    expect(await found('an')).toEqual([]);
    expect(await found('hi')).toEqual(['t1', 't3']);
    expect(await found('東京')).toEqual(['t4']);
    expect(await found('京')).toEqual(['t4']);
    expect(await found('ban')).toEqual(['t3']);
  });

  it('finds all words in any order, each in any field, in no more tiers than requested', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(
      puts(
        put(text(1, { name: 'old tower', rest: 'by the river' }), 1, 'texts'),
        put(text(2, { name: 'tower of old', rest: '' }), 1, 'texts'),
        put(text(3, { name: 'tower', rest: 'older than the river' }), 1, 'texts'),
        put(text(4, { name: 'new tower', rest: '' }), 1, 'texts'),
      ),
    );
    const cursors = async (words: readonly string[], tiers = 2) =>
      (await searchAll(writer, 'texts', { words, tiers, limit: 9 })).map(({ cursor }) => cursor);
    expect(await cursors(['tower', 'old'])).toEqual([
      [0, 2],
      [0, 1],
      [1, 3],
    ]);
    expect(await cursors(['tower', 'old'], 1)).toEqual([
      [0, 2],
      [0, 1],
    ]);
    expect(await cursors(['river', 'old', 't', 'th'])).toEqual([
      [1, 3],
      [1, 1],
    ]);
    expect(await cursors(['old tower'])).toEqual([[0, 1]]);
    expect(await cursors(['tower', 'older', 'new'])).toEqual([]);
  });

  it('finds a document by more words than the index is queried for', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const words = Array.from({ length: 100 }, (_, at) => `w${at}`);
    await writer.write(
      puts(
        put(text(1, { rest: words.join(' ') }), 1, 'texts'),
        put(text(2, { rest: words.slice(1).join(' ') }), 1, 'texts'),
      ),
    );
    expect(ids(await searchAll(writer, 'texts', { words, limit: 9 }))).toEqual(['t1']);
    expect(await countAll(writer, 'texts', { words: [words.join(' ')] })).toBe(1);
  });

  it('forgets deleted texts and finds changed ones', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const found = async (fragment: string, filter: Filter = {}) =>
      ids(await searchAll(writer, 'texts', { words: [fragment], filter, limit: 9 }));
    await writer.write(puts(put(text(1), 1, 'texts'), put(text(2), 1, 'texts')));
    await writer.write(puts(put(text(2, { name: 'new tower', kind: 'view' }), 2, 'texts')));
    expect(await found('bridge')).toEqual(['t1']);
    expect(await found('tower', { kind: 'view' })).toEqual(['t2']);
    expect(await found('tower', { kind: 'cafe' })).toEqual([]);
    await writer.write(puts(put(text(9, { id: 't2', name: 'new tower' }), 3, 'texts')));
    expect(
      (await searchAll(writer, 'texts', { words: ['morning'], limit: 9 })).map(({ cursor }) => cursor[1]),
    ).toEqual([9, 1]);
    await writer.write(deletes(gone('t2', 4, 'texts')));
    expect(await found('morning')).toEqual(['t1']);
    await writer.write(puts(put(text(2), 5, 'texts')));
    expect(await found('morning')).toEqual(['t2', 't1']);
  });

  it('examines no more candidates than allowed, and returns where it stopped', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    // All documents contain the trigrams, but none contains the text.
    const names = Array.from({ length: 20 }, (_, order) => text(order + 1, { name: 'abcd bcde' }));
    await writer.write(puts(...names.map((each) => put(each, 1, 'texts'))));
    const asked = { words: ['abcde'], scanLimit: 8 };
    const first = await writer.search('texts', { ...asked, limit: 5 });
    expect(first).toEqual({ hits: [], rest: [0, 13] });
    expect(await writer.countSearch('texts', asked)).toEqual({ count: 0, rest: 13 });
    const last = await writer.search('texts', { ...asked, tiers: 1, limit: 5, after: [0, 5] });
    expect(last).toEqual({ hits: [], rest: undefined });
    // The call returns the hits so far, and the place behind them.
    const found = await writer.search('texts', { words: ['bcde'], scanLimit: 8, limit: 2 });
    expect(found.hits.map(({ cursor }) => cursor)).toEqual([
      [0, 20],
      [0, 19],
    ]);
    expect(found.rest).toEqual([0, 19]);
  });

  it('finds places with at least some number of stars without examining others', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const stars = [0, 4.4, 5, 0, 3.9, 4.5, 12];
    await writer.write(
      puts(...stars.map((each, at) => put({ ...text(at + 1), stars: each } as Document, 1, 'texts'))),
    );
    const orders = async (filter: Filter) =>
      (await searchAll(writer, 'texts', { words: ['morning'], filter, limit: 9 })).map(
        ({ cursor }) => cursor[1],
      );
    expect(await orders({ stars: { gte: 4.4 } })).toEqual([7, 6, 3, 2]);
    expect(await orders({ stars: { gte: 0.5 } })).toEqual([7, 6, 5, 3, 2]);
    expect(await orders({ stars: { gte: 11 } })).toEqual([7]);
    await writer.write(puts(put({ ...text(1), stars: 12 } as Document, 2, 'texts')));
    expect(await orders({ stars: { gte: 11 } })).toEqual([7, 1]);
    const once = await writer.search('texts', {
      words: ['morning'],
      filter: { stars: { gte: 5 }, kind: 'none' },
      limit: 9,
      scanLimit: 3,
    });
    expect(once).toEqual({ hits: [], rest: undefined });
  });

  it('leaves out a document without an order', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const { order: _, ...unordered } = text(1);
    await writer.write(puts(put(unordered, 1, 'texts')));
    expect(await searchAll(writer, 'texts', { words: ['bridge'], limit: 9 })).toEqual([]);
    expect(await writer.get('texts', 't1')).toEqual(unordered);
  });

  it('finds everything that passes a declared filter if the text is empty', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const texts = [
      text(1, { town: 'a' }),
      text(2, { town: 'b' }),
      text(3, { town: 'a', kind: 'view' }),
      text(4, { town: 'c' }),
      text(5, { town: 'a' }),
    ];
    await writer.write(puts(...texts.map((each) => put(each, 1, 'texts'))));
    const asked = { words: [], filter: { kind: 'cafe', town: { in: ['a', 'c'] } }, limit: 9 };
    expect(ids(await searchAll(writer, 'texts', asked))).toEqual(['t5', 't4', 't1']);
    expect(ids(await searchAll(writer, 'texts', { ...asked, scanLimit: 1 }))).toEqual(['t5', 't4', 't1']);
    expect(await countAll(writer, 'texts', asked)).toBe(3);
  });

  it('finds documents by a text in a declared list', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const withWords = (number: number, words: readonly string[]) =>
      put({ ...text(number), words } as Document, 1, 'texts');
    await writer.write(
      puts(
        withWords(1, ['old', 'new']),
        withWords(2, []),
        withWords(3, ['new', 'ol']),
        put(text(4), 1, 'texts'),
      ),
    );
    const orders = async (filter: Filter, ...words: readonly string[]) =>
      (await searchAll(writer, 'texts', { words, filter, limit: 9 })).map(({ cursor }) => cursor[1]);
    expect(await orders({ words: 'new' })).toEqual([3, 1]);
    expect(await orders({ words: 'old', kind: 'cafe' })).toEqual([1]);
    expect(await orders({ words: 'new', kind: 'none' })).toEqual([]);
    expect(await orders({ words: 'new' }, 'morning')).toEqual([3, 1]);
  });

  it('finds a document by each of a hundred texts in a list', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const words = Array.from({ length: 100 }, (_, at) => `word ${at}`);
    await writer.commit(
      puts(put({ ...text(1), words } as Document, 1, 'texts'), put(text(2), 1, 'texts')),
      at(1),
    );
    const found = [];
    for (const word of words)
      found.push(
        ...(await searchAll(writer, 'texts', { words: ['bridge'], filter: { words: word }, limit: 9 })),
      );
    expect(new Set(ids(found))).toEqual(new Set(['t1']));
    expect(found).toHaveLength(100);
  });

  it('refuses an empty text without a filter, an undeclared filter, and a collection without search', async () => {
    await using opened = await open();
    const reader = await opened.store.reader(model);
    await expect(searchAll(reader, 'texts', { words: [], limit: 1 })).rejects.toThrow(/word/);
    await expect(
      searchAll(reader, 'texts', { words: ['old'], filter: { rest: 'x' }, limit: 1 }),
    ).rejects.toThrow(/rest/);
    await expect(searchAll(reader, 'places', { words: ['old'], limit: 1 })).rejects.toThrow(/search/);
  });
}

/** Returns that many changes. */
async function take(changes: AsyncIterable<Change>, count: number): Promise<Change[]> {
  const taken: Change[] = [];
  for await (const change of changes) {
    taken.push(change);
    if (taken.length === count) break;
  }
  return taken;
}

function describeChanges(open: Open) {
  const change = (position: bigint, changed: Change['ids'] = {}, shown: Change['shown'] = {}): Change => ({
    model: 'model',
    version: '1',
    position,
    ids: changed,
    everything: false,
    shown,
  });

  it('reports every commit after the call, in order, with everything written since the last checkpoint', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.commit(puts(put(place('before'))), at(1));
    const changes = opened.store.changes(model, AbortSignal.timeout(patience));
    await writer.write(puts(put(place('a'), 2), put(text(1), 2, 'texts')));
    await writer.commit({ ...deletes(gone('before', 3)), puts: [put(place('a'), 3)] }, at(3));
    await writer.commit(nothing, at(4));
    const rest = take(changes, 3);
    await writer.commit(puts(put(place('c'), 5)), at(5));
    expect(await rest).toEqual([
      change(3n, { places: ['a', 'before'], texts: ['t1'] }),
      change(4n),
      change(5n, { places: ['c'] }),
    ]);
  });

  it('names the ids of documents whose change is public, and reports when they are too many to name', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const seen = (id: string, position: number) => ({ ...put(place(id), position), isShown: true });
    const many = Array.from({ length: 501 }, (_, number) => `many-${number}`);
    const told = take(opened.store.changes(model, AbortSignal.timeout(patience)), 3);
    await writer.write(puts(seen('a', 1), put(place('hidden'), 1)));
    await writer.commit(puts(put(place('a'), 2), seen('b', 2)), at(2));
    await writer.commit(puts(seen('c', 3), ...many.map((id) => put(place(id), 3))), at(3));
    await writer.commit(puts(...many.map((id) => seen(id, 4))), at(4));
    expect(await told).toEqual([
      change(2n, { places: ['a', 'hidden', 'b'] }, { places: ['a', 'b'] }),
      { ...change(3n, {}, { places: ['c'] }), everything: true },
      { ...change(4n), everything: true, shown: 'everything' },
    ]);
  });

  it('reports commits made elsewhere, of this model only', async () => {
    await using opened = await open();
    await opened.store.reader(model);
    const elsewhere = await opened.another();
    const writer = await elsewhere.writer(model);
    const other = await elsewhere.writer({ ...model, name: 'another' });
    const taken = take(opened.store.changes(model, AbortSignal.timeout(patience)), 2);
    await other.commit(puts(put(place('x'))), at(1));
    await writer.commit(puts(put(place('a'), 1)), at(1));
    await other.commit(puts(put(place('y'))), at(2));
    await writer.commit(puts(put(place('b'), 2)), at(2));
    expect(await taken).toEqual([change(1n, { places: ['a'] }), change(2n, { places: ['b'] })]);
  });

  it('lets a notified reader find the documents of that commit', async () => {
    await using opened = await open();
    const reader = await opened.store.reader(model);
    const writer = await (await opened.another()).writer(model);
    const told = take(opened.store.changes(model, AbortSignal.timeout(patience)), 1);
    await writer.commit(puts(put(place('a'))), at(1));
    await told;
    expect(await reader.get('places', 'a')).toBeDefined();
    expect(await reader.checkpoint()).toEqual(at(1));
  });

  it('reports a change of very many documents as a change of everything', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const told = take(opened.store.changes(model, AbortSignal.timeout(patience)), 1);
    await writer.commit(puts(...Array.from({ length: 2000 }, (_, n) => put(place(`p${n}`)))), at(1));
    expect(await told).toEqual([{ ...change(1n), everything: true }]);
  });

  it('reports a change of everything when a killed writer has left unreported documents', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.write(puts(put(place('a'))));
    const store = await opened.reopen();
    const again = await store.writer(model);
    const told = take(store.changes(model, AbortSignal.timeout(patience)), 2);
    await again.commit(nothing, at(1));
    await again.commit(nothing, at(2));
    expect(await told).toEqual([{ ...change(1n), ...allChanged }, change(2n)]);
  });

  it('serves several followers, each at its own pace', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const slow = opened.store.changes(model, AbortSignal.timeout(patience));
    const fast = take(opened.store.changes(model, AbortSignal.timeout(patience)), 300);
    for (let position = 1; position <= 300; position += 1) await writer.commit(nothing, at(position));
    const expected = Array.from({ length: 300 }, (_, n) => change(BigInt(n + 1)));
    expect(await fast).toEqual(expected);
    expect(await take(slow, 300)).toEqual(expected);
  });

  it('ends when the signal is aborted, and when the store is closed', async () => {
    await using opened = await open();
    await opened.store.reader(model);
    const stop = new AbortController();
    const aborted = take(opened.store.changes(model, stop.signal), 1);
    const closed = take(opened.store.changes(model, new AbortController().signal), 1);
    stop.abort();
    expect(await aborted).toEqual([]);
    await opened.store[Symbol.asyncDispose]();
    expect(await closed).toEqual([]);
  });
}

function describeRebuild(open: Open) {
  it('shows the old generation until the swap, then the new one, also to existing readers, writers and followers', async () => {
    await using opened = await open();
    const { store } = opened;
    const elsewhere = await (await opened.another()).reader(model);
    const reader = await store.reader(model);
    const askedNothing = [await store.reader(model), await (await opened.another()).reader(model)];
    const writer = await store.writer(model);
    await writer.commit(puts(put(place('old'), 5)), at(5));
    const told = take(store.changes(model, AbortSignal.timeout(patience)), 2);
    await using rebuild = await store.rebuild(model);
    await rebuild.generation.commit(puts(put(place('new'), 2), put(text(1), 2, 'texts')), at(2));
    for (const each of [reader, writer, elsewhere]) {
      expect(ids(await each.find('places', { limit: 9 }))).toEqual(['old']);
      expect(await each.checkpoint()).toEqual(at(5));
    }
    await rebuild.swap();
    for (const each of askedNothing) expect(await each.checkpoint()).toEqual(at(2));
    for (const each of [reader, writer, elsewhere]) {
      expect(ids(await each.find('places', { limit: 9 }))).toEqual(['new']);
      expect(await searchAll(each, 'texts', { words: ['bridge'], limit: 9 })).toHaveLength(1);
      expect(await each.checkpoint()).toEqual(at(2));
    }
    await writer.commit(puts(put(place('newer'), 3)), at(3));
    expect(ids(await elsewhere.find('places', { limit: 9 }))).toEqual(['new', 'newer']);
    expect(await told).toEqual([
      { model: 'model', version: '1', position: 2n, ...allChanged },
      {
        model: 'model',
        version: '1',
        position: 3n,
        ids: { places: ['newer'] },
        everything: false,
        shown: {},
      },
    ]);
  });

  it('keeps the highest position of a document that a rebuild has written several times without a read', async () => {
    await using opened = await open();
    const { store } = opened;
    await using rebuild = await store.rebuild(model);
    const { generation } = rebuild;
    await generation.write(
      puts(put(place('a', { rank: 1 }), 1), put(place('b', { rank: 1 }), 4), put(place('c'), 1)),
    );
    await generation.write(puts(put(place('a', { rank: 3 }), 3), put(place('b', { rank: 3 }), 3)));
    await generation.commit({ puts: [put(place('a', { rank: 2 }), 2)], deletes: [gone('c', 5)] }, at(5));
    await generation.write(puts(put(place('c'), 5), put(place('b', { rank: 4 }), 4)));
    await rebuild.swap();
    const reader = await store.reader(model);
    expect(await everything(reader)).toEqual([
      { position: 3n, document: place('a', { rank: 3 }) },
      { position: 4n, document: place('b', { rank: 1 }) },
    ]);
    expect(await reader.count('places', { city: 'paris' })).toBe(2);
    const writer = await store.writer(model);
    await writer.commit(puts(put(place('c'), 5), put(place('a', { rank: 9 }), 9)), at(9));
    expect((await everything(reader)).map(({ position }) => position)).toEqual([9n, 4n]);
  });

  it('reads a generation before the swap, and searches it once it is finished', async () => {
    await using opened = await open();
    await using rebuild = await opened.store.rebuild(model);
    const { generation } = rebuild;
    const found = (name: string) => searchAll(generation, 'texts', { words: [name], limit: 9 });
    await generation.write(puts(put(place('a'), 1), put(text(1), 1, 'texts'), put(text(2), 1, 'texts')));
    await generation.write(
      puts(put(place('a', { rank: 2 }), 2), put(text(2, { name: 'new tower' }), 2, 'texts')),
    );
    await generation.finish();
    expect(ids(await found('bridge'))).toEqual(['t1']);
    expect(await generation.get('places', 'a')).toMatchObject({ rank: 2 });
    await generation.write(puts(put(place('a', { rank: 3 }), 3), put(text(3), 3, 'texts')));
    await generation.write({ puts: [put(text(2), 3, 'texts')], deletes: [gone('t1', 3, 'texts')] });
    expect(ids(await found('bridge'))).toEqual(['t3', 't2']);
    expect(await found('tower')).toEqual([]);
    await rebuild.swap();
    const reader = await opened.store.reader(model);
    expect(await reader.get('places', 'a')).toMatchObject({ rank: 3 });
    expect(ids(await searchAll(reader, 'texts', { words: ['bridge'], limit: 9 }))).toEqual(['t3', 't2']);
  });

  it('notifies followers elsewhere of the swap', async () => {
    await using opened = await open();
    await opened.store.reader(model);
    const told = take((await opened.another()).changes(model, AbortSignal.timeout(patience)), 1);
    await using rebuild = await opened.store.rebuild(model);
    await rebuild.generation.commit(puts(put(place('new'))), at(2));
    await rebuild.swap();
    expect(await told).toEqual([{ model: 'model', version: '1', position: 2n, ...allChanged }]);
  });

  it('stops a writer whose generation was swapped elsewhere, until it reads the checkpoint', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.commit(nothing, at(5));
    await using rebuild = await (await opened.another()).rebuild(model);
    await rebuild.generation.commit(puts(put(place('new'), 2)), at(2));
    await rebuild.swap();
    await expect(writer.commit(puts(put(place('late'), 6)), at(6))).rejects.toThrow(GenerationReplaced);
    await expect(writer.write(puts(put(place('late'), 6)))).rejects.toThrow(GenerationReplaced);
    await expect(writer.stored('places', ['new'])).rejects.toThrow(GenerationReplaced);
    expect(await writer.checkpoint()).toEqual(at(2));
    await writer.commit(puts(put(place('next'), 3)), at(3));
    expect(ids(await writer.find('places', { limit: 9 }))).toEqual(['new', 'next']);
  });

  it('also stops a writer that follows a reader to the new generation', async () => {
    await using opened = await open();
    const reader = await opened.store.reader(model);
    const writer = await opened.store.writer(model);
    await writer.commit(nothing, at(5));
    await using rebuild = await (await opened.another()).rebuild(model);
    await rebuild.swap();
    expect(await reader.checkpoint()).toBeUndefined();
    await expect(writer.commit(nothing, at(6))).rejects.toThrow(GenerationReplaced);
  });

  it('can finish a generation repeatedly, and answers before and after', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await writer.commit(puts(put(place('a', { rank: 1 })), put(place('b', { rank: 2 }), 2)), at(2));
    const elsewhere = await (await opened.another()).reader(model);
    const falling = { filter: { city: 'paris' }, sort: [['rank', -1]], limit: 9 } as const;
    const responses = async () => [
      ids(await writer.find('places', falling)),
      ids(await elsewhere.find('places', falling)),
      await elsewhere.count('places', { rank: 2 }),
    ];
    const expected = [['b', 'a'], ['b', 'a'], 1];
    expect(await responses()).toEqual(expected);
    await writer.finish();
    expect(await responses()).toEqual(expected);
    await writer.finish();
    expect(await responses()).toEqual(expected);
  });

  it('does not finish a generation that was swapped elsewhere', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await using rebuild = await (await opened.another()).rebuild(model);
    await rebuild.swap();
    await expect(writer.finish()).rejects.toThrow(GenerationReplaced);
  });

  it('leaves nothing of an abandoned rebuild, and starts the next one empty', async () => {
    await using opened = await open();
    const { store } = opened;
    const writer = await store.writer(model);
    await writer.commit(puts(put(place('old'))), at(1));
    {
      await using given = await store.rebuild(model);
      await given.generation.commit(puts(put(place('new'))), at(1));
    }
    await using next = await store.rebuild(model);
    expect(await everything(next.generation)).toEqual([]);
    expect(await next.generation.checkpoint()).toBeUndefined();
    expect(ids(await writer.find('places', { limit: 9 }))).toEqual(['old']);
  });

  it('drops the remains of a killed rebuild', async () => {
    await using opened = await open();
    const left = await opened.store.rebuild(model);
    await left.generation.write(puts(put(place('left'))));
    const store = await opened.reopen();
    expect(await everything(await store.reader(model))).toEqual([]);
    await using next = await store.rebuild(model);
    expect(await everything(next.generation)).toEqual([]);
  });

  it('stops a rebuild that another one has replaced', async () => {
    await using opened = await open();
    const first = await opened.store.rebuild(model);
    await using second = await opened.store.rebuild(model);
    await expect(first.generation.write(puts(put(place('a'))))).rejects.toThrow(GenerationReplaced);
    await expect(first.swap()).rejects.toThrow(GenerationReplaced);
    await second.swap();
  });

  it('does not report changes in a generation beside the live one', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    const told = take(opened.store.changes(model, AbortSignal.timeout(patience)), 1);
    await using rebuild = await opened.store.rebuild(model);
    await rebuild.generation.commit(puts(put(place('new'))), at(9));
    await writer.commit(nothing, at(1));
    expect((await told).map(({ position }) => position)).toEqual([1n]);
  });
}

function describeStore(open: Open) {
  it('gives a lease to one holder at a time', async () => {
    await using opened = await open();
    const elsewhere = await opened.another();
    const signal = new AbortController().signal;
    const order: string[] = [];
    const first = await opened.store.lease('model', signal);
    const second = elsewhere.lease('model', signal).then((lease) => {
      order.push('taken');
      return lease;
    });
    await (await elsewhere.lease('another', signal))[Symbol.asyncDispose]();
    order.push('released');
    await first[Symbol.asyncDispose]();
    await (await second)[Symbol.asyncDispose]();
    expect(order).toEqual(['released', 'taken']);
  });

  it('reports whether a lease is held, in this store or in another', async () => {
    await using opened = await open();
    const stores = [opened.store, await opened.another()];
    const told = (name: string) => Promise.all(stores.map((store) => store.isLeased(name)));
    expect(await told('model')).toEqual([false, false]);
    const lease = await opened.store.lease('model', new AbortController().signal);
    expect(await told('model')).toEqual([true, true]);
    expect(await told('another')).toEqual([false, false]);
    await lease[Symbol.asyncDispose]();
    expect(await told('model')).toEqual([false, false]);
  });

  it('stops waiting for a lease when the signal is aborted', async () => {
    await using opened = await open();
    await using _held = await opened.store.lease('model', new AbortController().signal);
    const stop = new AbortController();
    const waiting = (await opened.another()).lease('model', stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow();
  });

  it('answers a ping', async () => {
    await using opened = await open();
    await expect(opened.store.ping()).resolves.toBeUndefined();
  });

  it('throws StoreUnavailable once it cannot answer', async () => {
    await using opened = await open();
    const writer = await opened.store.writer(model);
    await opened.cutOff();
    await expect(opened.store.ping()).rejects.toThrow(StoreUnavailable);
    await expect(opened.store.reader({ ...model, name: 'another' })).rejects.toThrow(StoreUnavailable);
    await expect(writer.get('places', 'a')).rejects.toThrow(StoreUnavailable);
    await expect(searchAll(writer, 'texts', { words: ['old'], limit: 1 })).rejects.toThrow(StoreUnavailable);
    await expect(writer.commit(nothing, at(1))).rejects.toThrow(StoreUnavailable);
  });
}
