import { setImmediate as turn } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { patience } from '../../../test/harness/patience.ts';
import {
  freshDatabase,
  openTestServers,
  type TestDatabase,
  type TestServers,
} from '../../../test/mongodb-server/database.ts';
import type { PlannedFault } from '../../../test/mongodb-server/faults.ts';
import {
  startMongoTestServer,
  type MongoTestServer,
  type MongoTestServerOptions,
} from '../../../test/mongodb-server/server.ts';
import { at, modelOf, nothing, put, puts } from '#projections/testing/places';
import { allChanged, keptChanges } from '../changed-ids.ts';
import { readModels } from '#contracts/read-models';
import { openReadStore } from '../index.ts';
import { openMongoReadStore } from './read-store.ts';
import { planFind } from '../plan.ts';
import { queryOf } from './plan.ts';
import {
  StoreUnavailable,
  type Change,
  type CollectionDeclaration,
  type Document,
  type FindOptions,
  type ReadModelWriter,
  type ReadStore,
} from '../port.ts';
import { describeReadStore, type OpenedStore } from '../read-store.contract.ts';

const never = (message: string) => {
  throw new Error(message);
};
/** Fulfilled once `isSo` returns true. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turn();
}

const model = modelOf(['city']);

const follow = (store: ReadStore) =>
  store.changes(model, AbortSignal.timeout(patience))[Symbol.asyncIterator]();

/** Commits a change at position 1, and loses the server before it is published. */
async function commitUnpublished(server: MongoTestServer, writer: ReadModelWriter): Promise<void> {
  server.plan({ command: 'insert', collection: 'read_model_changes', fault: { kind: 'drop-before' } });
  await expect(writer.commit(puts(put('a')), at(1))).rejects.toBeInstanceOf(StoreUnavailable);
}

async function openOn(place: TestDatabase, options = {}): Promise<OpenedStore> {
  const stores: ReadStore[] = [];
  const openAnother = async () => {
    const store = await openMongoReadStore({ url: place.url, ...options });
    stores.push(store);
    return store;
  };
  const store = await openAnother();
  return {
    store,
    another: openAnother,
    async reopen() {
      await store[Symbol.asyncDispose]();
      return openAnother();
    },
    cutOff: async () => store[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      for (const each of stores) await each[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

describe.each([{ replicaSet: false }, { replicaSet: true }])('MongoDB, %o', (kind) => {
  let servers: TestServers;
  beforeAll(async () => {
    servers = await openTestServers(kind);
  });
  afterAll(() => servers[Symbol.asyncDispose]());

  describeReadStore('MongoDB', async () => openOn(await servers.fresh()), { runs: 8 });
});

describe('generations', () => {
  let servers: TestServers;
  beforeAll(async () => {
    servers = await openTestServers();
  });
  afterAll(() => servers[Symbol.asyncDispose]());
  const collectionsOf = async ({ raw }: TestDatabase) =>
    (await raw.listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('model.'))
      .sort();

  it('creates an empty generation when the declared collections change, and notifies the readers', async () => {
    await using opened = await openOn(await servers.fresh());
    await (await opened.store.writer(model)).commit(puts(put('a')), at(1));
    const changes = follow(opened.store);
    const other = { ...model, collections: [{ name: 'places', indexes: [[['name', 1]]] }] } as const;
    expect(await (await opened.store.reader(other)).checkpoint()).toBeUndefined();
    expect((await changes.next()).value).toMatchObject({ everything: true, position: 0n });
  });

  it('keeps a version and the one before it', async () => {
    const place = await servers.fresh();
    await using opened = await openOn(place);
    for (const number of [1, 2, 3]) {
      const writer = await opened.store.writer({ ...model, version: `release ${number}` });
      await writer.commit(puts(put(`v${number}`)), at(number));
    }
    expect(await collectionsOf(place)).toEqual(['model.v2.1.places', 'model.v3.1.places']);
    const changes = await place.raw.collection('read_model_changes').find().sort({ of: 1 }).toArray();
    expect(changes.map(({ of }) => String(of))).toEqual(['model.v2', 'model.v3']);
    const before = await opened.store.reader({ ...model, version: 'release 2' });
    expect((await before.checkpoint())?.position).toBe(2n);
  });

  it('keeps the generation of a release that numbered its versions by hand beside a later one', async () => {
    const place = await servers.fresh();
    await using opened = await openOn(place);
    await (await opened.store.writer(model)).commit(puts(put('a')), at(1));
    const rows = place.raw.collection<{ _id: string }>('read_models');
    await rows.updateOne({ _id: 'model.v1' }, { $unset: { fingerprint: '' } });
    await opened.store.writer({ ...model, version: 'one' });
    expect(await collectionsOf(place)).toEqual(['model.v1.1.places', 'model.v2.1.places']);
    await opened.store.writer({ ...model, version: 'two' });
    expect(await collectionsOf(place)).toEqual(['model.v2.1.places', 'model.v3.1.places']);
  });

  it('keeps a replaced generation for a while, for running queries, then drops it', async () => {
    let now = 1000;
    const place = await servers.fresh();
    await using opened = await openOn(place, { now: () => now, keepReplacedMs: 60_000 });
    await opened.store.writer(model);
    const rebuild = await opened.store.rebuild(model);
    await rebuild.swap();
    await opened.store.writer(model);
    expect(await collectionsOf(place)).toEqual(['model.v1.1.places', 'model.v1.2.places']);
    now += 60_001;
    await opened.store.writer(model);
    expect(await collectionsOf(place)).toEqual(['model.v1.2.places']);
    const rows = place.raw.collection<{ _id: string }>('read_models');
    expect(await rows.findOne({ _id: 'model.v1' })).toMatchObject({ replaced: [] });
  });

  it('lets the server remove tombstones, but no documents, after a day', async () => {
    const now = Date.UTC(2099, 0, 1);
    const place = await servers.fresh();
    await using opened = await openOn(place, { now: () => now });
    const writer = await opened.store.writer(model);
    await writer.commit(puts(put('kept'), put('gone')), at(1));
    await writer.commit({ puts: [], deletes: [{ collection: 'places', id: 'gone', position: 2n }] }, at(2));
    const documents = place.raw.collection<{ _id: string; goneAt?: Date }>('model.v1.1.places');
    expect((await documents.findOne({ _id: 'gone' }))?.goneAt).toEqual(new Date(now));
    expect(await documents.findOne({ _id: 'kept' })).not.toHaveProperty('goneAt');
    const indexes = await documents.listIndexes().toArray();
    expect(indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)).toMatchObject([
      { key: { goneAt: 1 }, expireAfterSeconds: 86_400 },
    ]);
  });

  it('drops collections that a killed rebuild wrote after it was abandoned', async () => {
    const place = await servers.fresh();
    await using opened = await openOn(place);
    await opened.store.writer(model);
    await place.raw.collection('model.v1.7.places').insertOne({});
    await place.raw.collection('model.others').insertOne({});
    await opened.store.writer(model);
    expect(await collectionsOf(place)).toEqual(['model.others', 'model.v1.1.places']);
  });

  it('drops the generation of an abandoned rebuild, even for another rebuild', async () => {
    const place = await servers.fresh();
    await using opened = await openOn(place);
    {
      await using _first = await opened.store.rebuild(model);
      await using _second = await opened.store.rebuild(model);
      expect(await collectionsOf(place)).toEqual(['model.v1.1.places', 'model.v1.3.places']);
    }
    expect(await collectionsOf(place)).toEqual(['model.v1.1.places']);
  });

  it('registers a model once, even if many processes open it at once', async () => {
    await using opened = await openOn(await servers.fresh());
    const stores = await Promise.all(Array.from({ length: 4 }, () => opened.another()));
    const writers = await Promise.all(stores.map((store) => store.writer(model)));
    await Promise.all(
      writers.map((writer, n) => writer.write(puts(put(`p${n}`), put('shared', n + 1, { city: `c${n}` })))),
    );
    const reader = await opened.store.reader(model);
    expect(await reader.count('places', {})).toBe(5);
    expect(await reader.get('places', 'shared')).toMatchObject({ city: 'c3' });
  });
});

describe('changes', () => {
  it('are reported as a change of everything to a follower that missed removed ones', async () => {
    await using server = await startMongoTestServer();
    const place = await freshDatabase(server.url);
    await using opened = await openOn(place);
    const writer = await opened.store.writer(model);
    const changes = follow(opened.store);
    await writer.commit(nothing, at(1));
    await changes.next();
    // Simulates many commits, after which the list starts later.
    await writer.commit(nothing, at(2));
    await place.raw
      .collection<{ _id: string }>('read_models')
      .updateOne({ _id: 'model.v1' }, { $inc: { changes: keptChanges } });
    await place.raw.collection('read_model_changes').deleteMany({});
    await writer.commit(nothing, at(3));
    const behind: Change = { model: 'model', version: '1', position: 3n, ...allChanged };
    expect((await changes.next()).value).toEqual(behind);
    await writer.commit(puts(put('a')), at(4));
    expect((await changes.next()).value).toMatchObject({ position: 4n, everything: false });
  });

  it('that a killed writer did not publish are published by the next writer, in order', async () => {
    await using server = await startMongoTestServer();
    await using opened = await openOn(await freshDatabase(server.url));
    const writer = await opened.store.writer(model);
    const changes = follow(opened.store);
    await commitUnpublished(server, writer);
    const next = await (await opened.another()).writer(model);
    expect(await next.checkpoint()).toEqual(at(1));
    expect((await changes.next()).value).toMatchObject({ position: 1n, ids: { places: ['a'] } });
    await next.commit(nothing, at(2));
    expect((await changes.next()).value).toMatchObject({ position: 2n });
  });

  it('that a writer did not publish are published by its next commit, in order', async () => {
    await using server = await startMongoTestServer();
    await using opened = await openOn(await freshDatabase(server.url));
    const writer = await opened.store.writer(model);
    const changes = follow(opened.store);
    await commitUnpublished(server, writer);
    await writer.commit(nothing, at(2));
    expect((await changes.next()).value).toMatchObject({ position: 1n, ids: { places: ['a'] } });
    expect((await changes.next()).value).toMatchObject({ position: 2n, everything: false });
  });

  it('continue when a change stream breaks', async () => {
    await using server = await startMongoTestServer({ replicaSet: true });
    await using opened = await openOn(await freshDatabase(server.url));
    const writer = await (await opened.another()).writer(model);
    const changes = follow(opened.store);
    const first = changes.next();
    await until(async () => (server.asked.get('getMore') ?? 0) > 0);
    await writer.commit(nothing, at(1));
    expect((await first).value).toMatchObject({ position: 1n });
    const asked = server.asked.get('getMore') ?? 0;
    server.plan({ command: 'getMore', collection: 'read_model_changes', fault: { kind: 'drop-before' } });
    const second = changes.next();
    await until(async () => (server.asked.get('getMore') ?? 0) > asked);
    await until(() =>
      writer.commit(nothing, at(2)).then(
        () => true,
        () => false,
      ),
    );
    expect((await second).value).toMatchObject({ position: 2n });
  });
});

describe('interleaved operations', () => {
  it('a query sent after the request for a feed returns every change that the feed does not report', async () => {
    await using server = await startMongoTestServer();
    await using opened = await openOn(await freshDatabase(server.url));
    const writer = await (await opened.another()).writer(model);
    await writer.commit(puts(put('a', 1)), at(1));
    const reader = await opened.store.reader(model);
    const { arrived, release } = server.hold('find', 'read_models');
    const changes = follow(opened.store);
    await arrived;
    const asked = reader.get<Document & { readonly order: number }>('places', 'a');
    for (let round = 0; round < 20; round += 1) await turn();
    await writer.commit(puts(put('a', 2)), at(2));
    release();
    expect((await asked)?.order).toBe(2);
    await writer.commit(nothing, at(3));
    expect((await changes.next()).value).toMatchObject({ position: 3n });
  });

  it('a read that begins after a swap sees it, although the check for an earlier read is still pending', async () => {
    await using server = await startMongoTestServer();
    await using opened = await openOn(await freshDatabase(server.url));
    await (await opened.store.writer(model)).commit(puts(put('old')), at(1));
    const reader = await opened.store.reader(model);
    await using rebuild = await (await opened.another()).rebuild(model);
    await rebuild.generation.commit(puts(put('new')), at(2));
    const { arrived, release } = server.hold('find', 'read_models', 'hold-answer');
    const early = reader.get('places', 'old');
    await arrived;
    await rebuild.swap();
    expect(await reader.get('places', 'new')).toMatchObject({ id: 'new' });
    expect(await reader.get('places', 'old')).toBeUndefined();
    release();
    expect(await early).toMatchObject({ id: 'old' });
  });

  it('a swap counts its change after those of earlier commits', async () => {
    await using server = await startMongoTestServer();
    await using opened = await openOn(await freshDatabase(server.url));
    const writer = await opened.store.writer(model);
    const changes = follow(opened.store);
    await using rebuild = await (await opened.another()).rebuild(model);
    await rebuild.generation.commit(puts(put('new')), at(2));
    const { arrived, release } = server.hold('update', 'read_models');
    const swapping = rebuild.swap();
    await arrived;
    await writer.commit(puts(put('a')), at(1));
    expect((await changes.next()).value).toMatchObject({ position: 1n, everything: false });
    release();
    await swapping;
    expect((await changes.next()).value).toMatchObject({ position: 2n, everything: true });
  });
});

describe('a rebuild', () => {
  it('does not drop the generation of another one that is swapped in at the same moment', async () => {
    await using server = await startMongoTestServer();
    await using opened = await openOn(await freshDatabase(server.url));
    const reader = await opened.store.reader(model);
    await using first = await (await opened.another()).rebuild(model);
    await first.generation.commit(puts(put('first')), at(1));
    const tidying = server.hold('update', 'read_models');
    const starting = opened.store.rebuild(model);
    await tidying.arrived;
    const looking = server.hold('find', 'read_models', 'hold-answer');
    tidying.release();
    await looking.arrived;
    await first.swap();
    looking.release();
    await using _second = await starting;
    expect(await reader.get('places', 'first')).toBeDefined();
  });

  it('of a version that a later release has just forgotten begins all the same', async () => {
    await using server = await startMongoTestServer();
    const place = await freshDatabase(server.url);
    await using opened = await openOn(place);
    const tidying = server.hold('update', 'read_models');
    const starting = opened.store.rebuild(model);
    await tidying.arrived;
    await place.raw.collection('read_models').deleteMany({});
    tidying.release();
    await using rebuild = await starting;
    await rebuild.generation.commit(puts(put('new')), at(1));
    await rebuild.swap();
    expect(await (await opened.store.reader(model)).get('places', 'new')).toBeDefined();
  });
});

describe('requests', () => {
  async function counted(options: MongoTestServerOptions = {}) {
    const finds: string[] = [];
    const before = async (command: string, collection: string) => {
      if (command === 'find') finds.push(collection);
    };
    const server = await startMongoTestServer({ ...options, before });
    const opened = await openOn(await freshDatabase(server.url));
    return {
      server,
      opened,
      /** The collections that the work reads. */
      async during(work: () => Promise<unknown>): Promise<string[]> {
        const from = finds.length;
        await work();
        return finds.slice(from).sort();
      },
      async [Symbol.asyncDispose]() {
        await opened[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  it('reads of any models in one tick check with a single query that their generations are in use', async () => {
    await using place = await counted();
    const { store } = place.opened;
    const other = { ...model, name: 'other' };
    const [reader, another, writer] = [
      await store.reader(model),
      await store.reader(other),
      await store.writer(model),
    ];
    const reads = await place.during(() =>
      Promise.all([
        ...[reader, another, writer].map((each) => each.get('places', 'a')),
        reader.checkpoint(),
        another.checkpoint(),
        writer.stored('places', ['a']),
      ]),
    );
    expect(reads.filter((name) => name === 'read_models')).toHaveLength(1);
    expect(await place.during(() => reader.get('places', 'a'))).toEqual(['model.v1.1.places', 'read_models']);
  });

  it('a follower far behind reads on without waiting for a notification', async () => {
    await using place = await counted({ replicaSet: true });
    const { server, opened } = place;
    const writer = await opened.store.writer(model);
    const changes = follow(opened.store);
    await writer.commit(nothing, at(1));
    await changes.next();
    const waiting = changes.next();
    // Until its change stream is open, it queries every few milliseconds.
    await until(async () => (server.asked.get('getMore') ?? 0) > 0);
    for (let position = 2; position <= 202; position += 1) await writer.commit(nothing, at(position));
    await waiting;
    const begun = performance.now();
    for (let position = 3; position <= 202; position += 1) await changes.next();
    // Without a notification it queries every five seconds.
    expect(performance.now() - begun).toBeLessThan(4000);
  });

  it('a commit causes one query by a follower in its process, and no second one by the change stream', async () => {
    await using place = await counted({ replicaSet: true });
    const { server, opened } = place;
    const writer = await opened.store.writer(model);
    const changes = follow(opened.store);
    const elsewhere = follow(await opened.another());
    const committed = async (position: number) => {
      const told = Promise.all([changes.next(), elsewhere.next()]);
      await writer.commit(nothing, at(position));
      await told;
    };
    await committed(1);
    // Wait until both have opened their change streams.
    await until(async () => (server.asked.get('getMore') ?? 0) > 1);
    const queries = await place.during(async () => {
      for (let position = 2; position <= 21; position += 1) await committed(position);
    });
    // Two followers query once per commit: 40. With the change stream it would be 60. Each also polls every few
    // seconds.
    expect(queries.filter((name) => name === 'read_model_changes').length).toBeLessThan(55);
  });
});

const onSwap = { command: 'update', collection: 'read_models' } as const;
const onPublish = { command: 'insert', collection: 'read_model_changes' } as const;

describe('a server that fails', () => {
  async function broken(options: MongoTestServerOptions = {}) {
    const server = await startMongoTestServer(options);
    const place = await freshDatabase(server.url);
    const opened = await openOn(place);
    return {
      server,
      place,
      opened,
      async [Symbol.asyncDispose]() {
        await opened[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  it('is unavailable while it is away, and is used again once it is back', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    const url = place.url.replace('=2000', '=300');
    await using store = await openReadStore({ url, path: 'unused', warn: never });
    const writer = await store.writer(model);
    await writer.commit(puts(put('a')), at(1));
    await server.stop();
    const feed = store.changes(model, AbortSignal.timeout(patience))[Symbol.asyncIterator]();
    for (const call of [
      () => store.ping(),
      () => writer.get('places', 'a'),
      () => writer.find('places', { limit: 1 }),
      () => writer.search('places', { words: ['name'], limit: 1, scanLimit: 9 }),
      () => writer.scan('places')[Symbol.asyncIterator]().next(),
      () => writer.checkpoint(),
      () => writer.commit(nothing, at(2)),
      () => store.rebuild(model),
      () => feed.next(),
      () => openReadStore({ url, path: 'unused', warn: never }),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(StoreUnavailable);
    }
    await server.start();
    await until(() =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
    await writer.commit(puts(put('a', 2)), at(2));
    expect(await writer.checkpoint()).toEqual(at(2));
  });

  it.each([
    ['loses a write in the middle of many', { kind: 'write-error', index: 2, code: 11600 }],
    ['steps down', { kind: 'not-primary' }],
    ['breaks the connection before', { kind: 'drop-before' }],
    ['breaks the connection after', { kind: 'drop-after' }],
  ] as const)('%s: nothing is committed, and the same again is', async (_, fault) => {
    await using place = await broken();
    const { server, opened } = place;
    const writer = await opened.store.writer(model);
    await writer.commit(puts(put('p0', 1)), at(1));
    const write = puts(put('p0', 2), put('p1', 2), put('p2', 2), put('p3', 2));
    server.plan({ command: 'update', collection: 'model.v1.1.places', fault });
    await expect(writer.commit(write, at(2))).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await writer.checkpoint()).toEqual(at(1));
    await writer.commit(write, at(2));
    expect(await writer.checkpoint()).toEqual(at(2));
    const stored = await writer.stored('places', ['p0', 'p1', 'p2', 'p3']);
    expect([...stored.values()].map(({ position }) => position)).toEqual([2n, 2n, 2n, 2n]);
  });

  it.each([
    ['first', 'days', 'places'],
    ['last', 'places', 'days'],
  ] as const)('writes days %s: when one of the %s is lost, none of the %s is written', async (...given) => {
    const [written, earlier, later] = given;
    await using place = await broken();
    const { server, opened } = place;
    const days = { name: 'days', indexes: [], written } as const;
    const writer = await opened.store.writer({ ...model, collections: [...model.collections, days] });
    const day = (id: string) => ({ ...put(id), collection: 'days' });
    const write = { puts: [put('a'), put('b'), day('a'), day('b')], deletes: [] };
    const fault = { kind: 'write-error', index: 1, code: 11600 } as const;
    server.plan({ command: 'update', collection: `model.v1.1.${earlier}`, fault });
    await expect(writer.commit(write, at(1))).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await writer.stored(later, ['a', 'b'])).toEqual(new Map());
    await writer.commit(write, at(1));
    const stored = [await writer.stored('places', ['a', 'b']), await writer.stored('days', ['a', 'b'])];
    expect(stored.map(({ size }) => size)).toEqual([2, 2]);
  });

  it.each(['not-primary', 'drop-before', 'drop-after'] as const)(
    'of a replica set does not prevent commits: %s',
    async (kind) => {
      await using place = await broken({ replicaSet: true });
      const { server, opened } = place;
      const writer = await opened.store.writer(model);
      const changes = follow(opened.store);
      for (const [position, command] of (['findAndModify', 'update', 'insert'] as const).entries()) {
        server.plan({ command, fault: { kind } });
        await writer.commit(puts(put('a', position + 1)), at(position + 1));
        const told = { position: BigInt(position + 1), ids: { places: ['a'] }, everything: false };
        expect((await changes.next()).value).toMatchObject(told);
      }
    },
  );

  it('may report that an id exists because another process has just inserted it: the newer document still wins', async () => {
    await using place = await broken();
    const { server, opened } = place;
    const writer = await opened.store.writer(model);
    await writer.write(puts(put('a', 5), put('b', 9)));
    const met = { kind: 'write-error', index: 0, code: 11000 } as const;
    server.plan({ command: 'update', collection: 'model.v1.1.places', fault: met });
    await writer.write(puts(put('a', 6), put('b', 8)));
    const stored = await writer.stored('places', ['a', 'b']);
    expect([...stored].map(([id, { position }]) => [id, position])).toEqual([
      ['a', 6n],
      ['b', 9n],
    ]);
  });

  it.each<[string, PlannedFault, boolean]>([
    ['before the swap', { ...onSwap, fault: { kind: 'drop-before' } }, false],
    ['before its answer', { ...onSwap, fault: { kind: 'drop-after' } }, true],
    ['before it is published', { ...onPublish, fault: { kind: 'drop-before' } }, true],
  ])(
    'loses a swap %s: one generation is live and complete, and the swap can be repeated',
    async (...given) => {
      const [, fault, isSwapped] = given;
      await using place = await broken();
      const { server, opened } = place;
      const reader = await opened.store.reader(model);
      const changes = follow(opened.store);
      const attempt = async () => {
        const rebuild = await opened.store.rebuild(model);
        await rebuild.generation.commit(puts(put('new')), at(1));
        server.plan(fault);
        await expect(rebuild.swap()).rejects.toBeInstanceOf(StoreUnavailable);
        return rebuild;
      };
      await (await attempt())[Symbol.asyncDispose]();
      expect(await reader.checkpoint()).toEqual(isSwapped ? at(1) : undefined);
      expect((await reader.find('places', { limit: 9 })).map(({ id }) => id)).toEqual(
        isSwapped ? ['new'] : [],
      );

      await using again = await attempt();
      await again.swap();
      expect(await reader.checkpoint()).toEqual(at(1));
      expect(await reader.get('places', 'new')).toBeDefined();
      expect((await changes.next()).value).toMatchObject({ position: 1n, everything: true });
    },
  );
});

describe('query plans', () => {
  it('use a declared index, without a scan of the collection or a sort', async () => {
    await using servers = await openTestServers();
    const place = await servers.fresh();
    await using opened = await openOn(place);
    let scanned = 0;
    for (const declared of readModels) {
      const reader = await opened.store.reader(declared);
      for (const collection of declared.collections as readonly CollectionDeclaration[]) {
        const documents = place.raw.collection(`${declared.name}.v1.1.${collection.name}`);
        for (const options of declaredFinds(collection)) {
          const plan = planFind(collection, options);
          for (const stretch of plan.stretches) {
            const { filter, sort, hint } = queryOf(collection, options.filter ?? {}, plan, stretch);
            const explained = await documents.find(filter, { hint }).sort(sort).limit(10).explain();
            expect(JSON.stringify(explained)).toMatch(/IXSCAN/);
            expect(JSON.stringify(explained)).not.toMatch(/COLLSCAN|"SORT"/);
            scanned += 1;
          }
          // The test server refuses queries that no index answers.
          await reader.find(collection.name, options);
          await reader.count(collection.name, options.filter ?? {});
        }
        if (collection.search === undefined) continue;
        for (const text of ['ab', 'abc', 'abcdef']) {
          await reader.search(collection.name, { words: [text], limit: 10, scanLimit: 2 });
          await reader.countSearch(collection.name, { words: [text], scanLimit: 2 });
        }
      }
    }
    expect(scanned).toBeGreaterThan(100);
  });
});

/** For each declared index: a query of all, and one per way to fix its first fields, with and without a cursor. */
function declaredFinds({ indexes, sparse }: CollectionDeclaration): FindOptions[] {
  return indexes.flatMap((index) =>
    index.flatMap((_, held): FindOptions[] => {
      if (index.slice(held).some(([field]) => sparse?.includes(field) === true)) return [];
      const filter = Object.fromEntries(index.slice(0, held).map(([field]) => [field, 1]));
      const sort = index.slice(held);
      const after = [...sort.map(() => 1), 'id'];
      return [
        { filter, sort, limit: 10 },
        { filter, sort, limit: 10, after },
      ];
    }),
  );
}
