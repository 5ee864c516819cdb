import { MongoClient, type Document } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startMongoTestServer, type MongoTestServer } from './server.ts';

describe.each([{ replicaSet: false }, { replicaSet: true }])('the test server, %o', ({ replicaSet }) => {
  let server: MongoTestServer;
  let client: MongoClient;
  beforeEach(async () => {
    server = await startMongoTestServer({ replicaSet });
    client = new MongoClient(server.url, { serverSelectionTimeoutMS: 1000, useBigInt64: true });
  });
  afterEach(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });
  const things = () => client.db('test').collection<Document & { _id: string }>('things');

  it('keeps documents, finds them in order and pages through them', async () => {
    const many = Array.from({ length: 250 }, (_, n) => ({ _id: `t${n}`, n, half: n / 2 }));
    await things().insertMany(many);
    const found = await things()
      .find({ n: { $gte: 10 } })
      .sort({ n: -1 })
      .batchSize(40)
      .toArray();
    expect(found.map(({ n }) => n as number)).toEqual(Array.from({ length: 240 }, (_, n) => 249 - n));
    expect(await things().countDocuments({ half: { $lt: 5 } })).toBe(10);
    expect(await things().findOne({ _id: 't7' }, { projection: { half: 1 } })).toEqual({
      _id: 't7',
      half: 3.5,
    });
  });

  it('compares as BSON does: null before numbers before texts by their bytes, and only within a type', async () => {
    const values = ['z\u{1F304}', 'z\uFFFD', null, 5, 2n ** 60n, true];
    await things().insertMany(values.map((v, n) => ({ _id: `t${n}`, v })));
    await things().insertOne({ _id: 'missing' });
    const ids = async (filter: Document) =>
      (await things().find(filter).sort({ v: 1, _id: 1 }).toArray()).map(({ _id }) => _id);
    expect(await ids({})).toEqual(['missing', 't2', 't3', 't4', 't1', 't0', 't5']);
    expect(await ids({ v: null })).toEqual(['missing', 't2']);
    expect(await ids({ v: { $ne: null } })).toEqual(['t3', 't4', 't1', 't0', 't5']);
    expect(await ids({ v: { $gt: 4 } })).toEqual(['t3', 't4']);
    expect(await ids({ v: { $lt: 'zz' } })).toEqual([]);
    expect(await ids({ v: { $in: [null, 5n] } })).toEqual(['missing', 't2', 't3']);
  });

  it('upserts on a condition, and fails with 11000 when the document exists but does not meet it', async () => {
    const write = (position: bigint) =>
      things().replaceOne({ _id: 'a', position: { $lt: position } }, { position }, { upsert: true });
    await write(5n);
    await write(6n);
    await expect(write(6n)).rejects.toMatchObject({ code: 11000 });
    expect(await things().findOne({ _id: 'a' })).toEqual({ _id: 'a', position: 6n });
  });

  it('enforces unique indexes, partial ones too, and frees their keys', async () => {
    await things().createIndex({ email: 1 }, { unique: true, partialFilterExpression: { live: true } }, {});
    await things().insertOne({ _id: 'a', email: 'x', live: true });
    await things().insertOne({ _id: 'b', email: 'x', live: false });
    const second = things().insertOne({ _id: 'c', email: 'x', live: true });
    await expect(second).rejects.toMatchObject({ code: 11000, keyPattern: { email: 1 } });
    await expect(things().updateOne({ _id: 'b' }, { $set: { live: true } })).rejects.toMatchObject({
      code: 11000,
    });
    await things().updateOne({ _id: 'a' }, { $set: { email: 'y' } });
    await things().insertOne({ _id: 'c', email: 'x', live: true });
  });

  it('refuses unknown operators', async () => {
    await things().insertOne({ _id: 'a', n: 1 });
    await expect(things().findOne({ n: { $near: 1 } })).rejects.toThrow(/\$near/);
    await expect(things().updateOne({}, { $bit: { n: { and: 1 } } })).rejects.toThrow(/\$bit/);
  });

  it('removes expired documents with a TTL index', async () => {
    await things().createIndex({ end: 1 }, { expireAfterSeconds: 60 }, {});
    const before = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await things().insertMany([
      { _id: 'over', end: before(61) },
      { _id: 'young', end: before(1) },
      { _id: 'none' },
    ]);
    server.state.expire();
    expect((await things().find().toArray()).map(({ _id }) => _id)).toEqual(['young', 'none']);
  });

  it('explains which index a query uses', async () => {
    await things().createIndex({ kind: 1, rank: -1 }, { name: 'by-rank' }, {});
    const stages = async (filter: Document, sort: Record<string, 1 | -1>) =>
      JSON.stringify(await things().find(filter).sort(sort).explain());
    expect(await stages({ kind: 'a' }, { rank: -1 })).toMatch(/IXSCAN.*by-rank/);
    expect(await stages({ kind: 'a' }, { rank: -1 })).not.toMatch(/SORT|COLLSCAN/);
    expect(await stages({ kind: 'a' }, { name: 1 })).toMatch(/SORT/);
    expect(await stages({ rank: 1 }, {})).toMatch(/COLLSCAN/);
    await expect(things().find().hint('nowhere').toArray()).rejects.toThrow(/hint/);
    const explain = async (command: Document) =>
      JSON.stringify(await client.db('test').command({ explain: command }));
    const [one, other] = [{ kind: 'a' }, { rank: 1 }];
    expect(await explain({ update: 'things', updates: [{ q: one, u: {} }] })).toMatch(/IXSCAN/);
    expect(await explain({ delete: 'things', deletes: [{ q: other, limit: 1 }] })).toMatch(/COLLSCAN/);
    expect(await explain({ findAndModify: 'things', query: other, update: {} })).toMatch(/COLLSCAN/);
  });

  it('can refuse every query that scans a collection', async () => {
    await using strict = await startMongoTestServer({ replicaSet, refuseScans: true });
    await using other = new MongoClient(strict.url);
    const scanned = other.db('test').collection('things');
    await scanned.insertOne({ rank: 1 });
    for (const asked of [
      () => scanned.findOne({ rank: 1 }),
      () => scanned.countDocuments({ rank: 1 }),
      () => scanned.updateOne({ rank: 1 }, { $set: { rank: 2 } }),
      () => scanned.deleteMany({ rank: 1 }),
      () => scanned.findOneAndUpdate({ rank: 1 }, { $set: { rank: 2 } }),
    ]) {
      await expect(asked()).rejects.toThrow(/No index answers/);
    }
  });

  it('fails on demand, and the driver recovers', async () => {
    await things().insertOne({ _id: 'a', n: 0 });
    await server.stop();
    await expect(things().findOne()).rejects.toThrow();
    await server.start();
    expect(await things().findOne()).toEqual({ _id: 'a', n: 0 });
    server.plan({ command: 'find', fault: { kind: 'drop-before' } });
    expect(await things().findOne()).toEqual({ _id: 'a', n: 0 }); // the driver retries the read
    server.plan({ command: 'update', fault: { kind: 'write-error', index: 1, code: 11600 } });
    const updates = ['a', 'b', 'c'].map((_id) => ({
      updateOne: { filter: { _id }, update: { $inc: { n: 1 } }, upsert: true },
    }));
    await expect(things().bulkWrite(updates, { ordered: false })).rejects.toMatchObject({
      writeErrors: [{ index: 1 }],
    });
    expect((await things().find().toArray()).map(({ _id }) => _id)).toEqual(['a', 'c']);
  });

  it.runIf(replicaSet)('runs a repeated write once', async () => {
    await things().insertOne({ _id: 'a', n: 0 });
    for (const kind of ['drop-before', 'drop-after', 'not-primary'] as const) {
      server.plan({ command: 'update', fault: { kind } });
      await things().updateOne({ _id: 'a' }, { $inc: { n: 1 } });
    }
    expect(await things().findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 3 });
  });

  it.runIf(replicaSet)('streams changes, also after a connection broke', async () => {
    const stream = things().watch([{ $match: { operationType: 'insert' } }]);
    const first = stream.next();
    while ((server.asked.get('aggregate') ?? 0) === 0) await client.db('test').command({ ping: 1 });
    await things().insertOne({ _id: 'a' });
    expect(await first).toMatchObject({ fullDocument: { _id: 'a' } });
    const second = stream.next();
    server.disconnect();
    // The pool may hand out a closed connection once more.
    while (
      !(await things()
        .findOne()
        .catch(() => null))
    );
    await things().updateOne({ _id: 'a' }, { $set: { n: 1 } });
    await things().insertOne({ _id: 'b' });
    expect(await second).toMatchObject({ fullDocument: { _id: 'b' } });
    await stream.close();
  });

  it.runIf(replicaSet)('ends a stream at once if it is closed while it waits', async () => {
    const stream = things().watch([], { maxAwaitTimeMS: 60_000 });
    const next = stream.next();
    while ((server.asked.get('getMore') ?? 0) === 0) await client.db('test').command({ ping: 1 });
    await stream.close();
    await expect(next).rejects.toThrow();
  });

  it.runIf(!replicaSet)('has no change streams as a single server', async () => {
    const stream = things().watch();
    await expect(stream.next()).rejects.toThrow(/replica set/);
    await stream.close();
  });
});
