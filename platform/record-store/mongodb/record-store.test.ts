import { readFile } from 'node:fs/promises';

import { BSON, type Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  freshDatabase,
  openTestServers,
  type TestDatabase,
  type TestServers,
} from '../../../test/mongodb-server/database.ts';
import { startMongoTestServer } from '../../../test/mongodb-server/server.ts';
import { openRecordStore } from '../index.ts';
import { expectCarriedOver } from '../keyed/carried-over.contract.ts';
import { describeKeyed } from '../keyed/keyed.contract.ts';
import { connect, type Connection } from '../../mongodb/connection.ts';
import { collectionsOf } from './collections.ts';
import { createKeyed } from './keyed.ts';
import { openMongoRecordStore } from './record-store.ts';
import { EmailTaken, RecordStoreUnavailable, type RecordStore } from '../port.ts';
import { account, describeRecordStore, session } from '../record-store.contract.ts';

const connectTo = (url: string) =>
  connect({
    url,
    appName: 'keyed',
    unavailable: (message, options) => new RecordStoreUnavailable(message, options),
  });
const ofConnection = ({ db, run }: Connection) => ({ keyed: collectionsOf(db).keyed, run });

async function openAll(place: TestDatabase) {
  const { url } = place;
  const [store, other] = [await openMongoRecordStore({ url }), await openMongoRecordStore({ url })];
  const connections = [await connectTo(url), await connectTo(url)] as const;
  return {
    store,
    other,
    keyed: createKeyed(ofConnection(connections[0])),
    keyedOfOther: createKeyed(ofConnection(connections[1])),
    isOpen: async () => {
      const asked = await Promise.allSettled([store.ping(), other.ping()]);
      return asked.every(({ status }) => status === 'fulfilled');
    },
    empty: async () => {
      for (const { name } of await place.raw.listCollections({}, { nameOnly: true }).toArray())
        await place.raw.collection(name).deleteMany({}, { hint: '_id_' });
    },
    async [Symbol.asyncDispose]() {
      for (const each of [...connections, store, other, place]) await each[Symbol.asyncDispose]();
    },
  };
}

describe.each([{ replicaSet: false }, { replicaSet: true }])('MongoDB, %o', (kind) => {
  let servers: TestServers;
  /**
   * Emptied after each test, because opening takes longer than most tests. Reopened after a test that closes a store.
   */
  let kept: Awaited<ReturnType<typeof openAll>> | undefined;
  const opened = async () => {
    if (kept !== undefined && !(await kept.isOpen())) {
      await kept[Symbol.asyncDispose]();
      kept = undefined;
    }
    return (kept ??= await openAll(await servers.fresh()));
  };
  beforeAll(async () => {
    servers = await openTestServers(kind);
  });
  afterAll(async () => {
    await kept?.[Symbol.asyncDispose]();
    await servers[Symbol.asyncDispose]();
  });

  describeRecordStore('MongoDB', async () => {
    const { store, other, empty } = await opened();
    return { store, other, [Symbol.asyncDispose]: empty };
  });

  describeKeyed('MongoDB', async () => {
    const { keyed, keyedOfOther, store, empty } = await opened();
    return {
      keyed,
      other: keyedOfOther,
      sweep: (now) => store.sweep(now),
      [Symbol.asyncDispose]: empty,
    };
  });

  it('converts the records of the release before the keyed store, in two processes at once', async () => {
    await using place = await servers.fresh();
    const data = await readFile(new URL('./before-keyed.test-data.json', import.meta.url), 'utf8');
    // The cast is safe: the file holds the documents of each collection.
    const former = BSON.EJSON.parse(data) as Record<string, Document[]>;
    for (const [name, rows] of Object.entries(former)) await place.raw.collection(name).insertMany(rows);
    const open = () => openMongoRecordStore({ url: place.url });
    const [first, second] = await Promise.all([open(), open()]);
    await using store = first;
    await using _other = second;
    await expectCarriedOver(store);
    const left = (await place.raw.listCollections().toArray()).map(({ name }) => String(name));
    expect(left).toContain('keyed');
    for (const name of ['settings', 'tokens', 'sign_ins', 'answers', 'windows', 'quotas', 'waiting'])
      expect(left).not.toContain(name);
  });

  it('has no data of an erased person, in any collection', async () => {
    await using place = await servers.fresh();
    await using store = await openMongoRecordStore({ url: place.url });
    await store.accounts.add(
      account('ada', { email: 'unmistakable@example.com', firstName: 'Unmistakable' }),
    );
    await store.identities.add({ provider: 'google', subject: 'unmistakable', userId: 'ada' });
    await store.sessions.put(session('s1', { agent: 'Unmistakable/1.0' }));
    await store.idempotency.claim('ada:key', 'print', 1, 1);
    await store.idempotency.respond('ada:key', { status: 200, headers: {}, body: 'Unmistakable' }, 1);
    const everything = async () => {
      const found: unknown[] = [];
      for (const { name } of await place.raw.listCollections().toArray())
        found.push(await place.raw.collection(name).find({}, { hint: '_id_' }).toArray());
      return JSON.stringify(found);
    };
    expect(await everything()).toMatch(/unmistakable/i);
    await store.accounts.erase('ada');
    expect(await everything()).not.toMatch(/unmistakable/i);
  });

  it('folds the emails of an earlier release again once', async () => {
    await using place = await servers.fresh();
    const rows = place.raw.collection<{ _id: string; email: string; foldedEmail: string }>('accounts');
    await rows.insertMany([
      { _id: 'eve', email: '\uff41dmin@example.com', foldedEmail: 'admin@example.com' },
      { _id: 'ada', email: 'Ada@example.com', foldedEmail: 'ada@example.com' },
    ]);
    await using store = await openMongoRecordStore({ url: place.url });
    expect(await store.accounts.byEmail('admin@example.com')).toBeUndefined();
    expect((await store.accounts.byEmail('\uff41dmin@example.com'))?.id).toBe('eve');
    expect((await store.accounts.byEmail('ada@example.com'))?.id).toBe('ada');
    await store.accounts.add(account('admin', { email: 'admin@example.com' }));
  });

  it('lets the server remove expired documents if no process sweeps', async () => {
    await using place = await servers.fresh();
    await using _store = await openMongoRecordStore({ url: place.url });
    for (const name of ['sessions', 'keyed']) {
      const indexes = await place.raw.collection(name).listIndexes().toArray();
      expect(indexes.some(({ expireAfterSeconds }) => Number(expireAfterSeconds) >= 3600)).toBe(true);
    }
  });

  it('reports an end whose number was taken earlier but written later', async () => {
    await using place = await servers.fresh();
    await using store = await openMongoRecordStore({ url: place.url });
    for (const sid of ['late', 'early']) await store.sessions.put(session(sid));
    const feed = store.sessions.ended(new AbortController().signal)[Symbol.asyncIterator]();
    await place.raw
      .collection<{ _id: string; value: number }>('counters')
      .updateOne({ _id: 'ended-sessions' }, { $inc: { value: 1 } }, { upsert: true });
    await store.sessions.delete('early');
    expect(await feed.next()).toEqual({ done: false, value: 'early' });
    const next = feed.next();
    await place.raw
      .collection<{ _id: string; ended: number }>('sessions')
      .updateOne({ _id: 'late' }, { $set: { ended: 1 }, $unset: { sess: true } });
    expect(await next).toEqual({ done: false, value: 'late' });
  });
});

const calls = (store: RecordStore): (() => Promise<unknown>)[] => [
  () => store.ping(),
  () => store.accounts.add(account('eve')),
  () => store.accounts.update('ada', { email: 'new@example.com' }),
  () => store.identities.add({ provider: 'google', subject: '7', userId: 'ada' }),
  () => store.signIns.take('a', 1),
  () => store.sessions.get('s1', 1),
  () => store.sessions.replace(session('s1'), 'r'),
  () => store.idempotency.claim('k', 'p', 1, 1),
  () => store.limits.hit('k', 1000, 1),
  () => store.settings.set('k', 'v'),
  () => store.sweep(1),
];

describe('interleaved operations', () => {
  async function open() {
    const server = await startMongoTestServer();
    const place = await freshDatabase(server.url);
    const store = await openMongoRecordStore({ url: place.url });
    return {
      server,
      store,
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]();
        await place[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  }

  it('a sign-in during the erasure of its account is removed with the account', async () => {
    await using opened = await open();
    const { server, store } = opened;
    await store.accounts.add(account('ada'));
    const { arrived, release } = server.hold('update', 'accounts');
    const erasing = store.accounts.erase('ada');
    await arrived;
    await store.sessions.put(session('s1'));
    release();
    await erasing;
    expect(await store.sessions.get('s1', 1)).toBeUndefined();
  });

  it('a session that is prolonged during a sweep continues', async () => {
    await using opened = await open();
    const { server, store } = opened;
    await store.sessions.put(session('s1', {}, 1));
    const { arrived, release } = server.hold('findAndModify', 'counters');
    const sweeping = store.sweep(2);
    await arrived;
    await store.sessions.put(session('s1'));
    release();
    await sweeping;
    expect(await store.sessions.get('s1', 2)).toEqual(session('s1'));
  });
});

describe('a server that fails', () => {
  it('is unavailable while it is away, and is used again once it is back', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    const url = place.url.replace('=2000', '=300');
    await using store = await openRecordStore({ url, path: 'unused' });
    await store.accounts.add(account('ada'));
    await server.stop();
    for (const call of calls(store)) await expect(call()).rejects.toBeInstanceOf(RecordStoreUnavailable);
    const opening = openRecordStore({ url, path: 'unused' });
    await expect(opening).rejects.toBeInstanceOf(RecordStoreUnavailable);
    await server.start();
    while (
      !(await store.ping().then(
        () => true,
        () => false,
      ))
    );
    expect(await store.accounts.byId('ada')).toEqual(account('ada'));
    for (const call of calls(store)) await call();
  });

  it('is unavailable after the store was closed, even twice', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    const store = await openMongoRecordStore({ url: place.url });
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    for (const call of calls(store)) await expect(call()).rejects.toBeInstanceOf(RecordStoreUnavailable);
  });

  it('is unavailable when its primary steps down, and then does not report a taken email', async () => {
    await using server = await startMongoTestServer();
    await using place = await freshDatabase(server.url);
    await using store = await openMongoRecordStore({ url: place.url });
    server.plan({ command: 'insert', collection: 'accounts', fault: { kind: 'not-primary' } });
    await expect(store.accounts.add(account('ada'))).rejects.toBeInstanceOf(RecordStoreUnavailable);
    expect(await store.accounts.byId('ada')).toBeUndefined();
    await store.accounts.add(account('ada'));
    const eve = account('eve', { email: 'ADA@example.com' });
    await expect(store.accounts.add(eve)).rejects.toThrow(EmailTaken);
  });

  it.each(['drop-before', 'drop-after', 'not-primary'] as const)(
    'of a replica set makes each write only once: %s',
    async (kind) => {
      await using server = await startMongoTestServer({ replicaSet: true });
      await using place = await freshDatabase(server.url);
      await using store = await openMongoRecordStore({ url: place.url });
      server.plan({ command: 'insert', collection: 'accounts', fault: { kind } });
      await store.accounts.add(account('ada'));
      server.plan({ command: 'findAndModify', collection: 'keyed', fault: { kind } });
      expect((await store.limits.hit('k', 1000, 1)).count).toBe(1);
      server.plan({ command: 'insert', collection: 'keyed', fault: { kind } });
      expect(await store.idempotency.claim('k', 'p', 1, 1000)).toEqual({ state: 'mine' });
      expect(await store.idempotency.claim('k', 'p', 1, 1000)).toEqual({ state: 'running' });
    },
  );
});
