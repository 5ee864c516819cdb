import { setImmediate as turn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { connect } from './connection.ts';
import { createLeases } from './lease.ts';
import { freshDatabase } from '../../test/mongodb-server/database.ts';
import { startMongoTestServer, type MongoTestServer } from '../../test/mongodb-server/server.ts';

const never = new AbortController().signal;

async function open(server: MongoTestServer) {
  const place = await freshDatabase(server.url);
  const closers: AsyncDisposable[] = [place];
  const url = new URL(place.url);
  // Lets a call remain unanswered.
  url.searchParams.set('socketTimeoutMS', '0');
  return {
    raw: place.raw.collection<{ _id: string; holder: string | null; until: Date }>('leases'),
    async process(lifeMs = 300, respondWithin = 8000) {
      const connection = await connect({
        url: url.href,
        appName: 'test',
        unavailable: (message, options) => new Error(message, options),
        respondWithin,
      });
      const leases = createLeases({ connection, collection: 'leases', lifeMs, pollMs: 10 });
      closers.unshift(leases, connection);
      return { leases, kill: () => connection[Symbol.asyncDispose]() };
    },
    async [Symbol.asyncDispose]() {
      for (const each of closers) await each[Symbol.asyncDispose]();
    },
  };
}

describe('a lease', () => {
  it('of a killed process is free once it expires, not before', async () => {
    await using server = await startMongoTestServer();
    await using place = await open(server);
    const one = await place.process();
    const other = await place.process();
    const first = await one.leases.acquire('model', never);
    const until = async () => (await place.raw.findOne({ _id: 'model' }))?.until.getTime() ?? 0;
    const begin = await until();
    while ((await until()) === begin) await turn(); // renewed
    const last = await until();
    await one.kill();
    await using _second = await other.leases.acquire('model', never);
    expect(Date.now()).toBeGreaterThanOrEqual(Math.min(last, await until()));
    expect(first.lost.aborted).toBe(false);
  });

  it('is lost when it was not renewed in time and another process took it, and its holder is notified', async () => {
    await using server = await startMongoTestServer();
    await using place = await open(server);
    const one = await place.process();
    const lease = await one.leases.acquire('model', never);
    const lost = new Promise((resolve) => lease.lost.addEventListener('abort', resolve));
    await place.raw.updateOne(
      { _id: 'model' },
      { $set: { holder: 'another', until: new Date(Date.now() + 60_000) } },
    );
    await lost;
    await lease[Symbol.asyncDispose]();
    expect((await place.raw.findOne({ _id: 'model' }))?.holder).toBe('another');
  });

  it('is lost when a renewal is never answered, and its holder is notified', async () => {
    await using server = await startMongoTestServer();
    await using place = await open(server);
    const one = await place.process(300, 100);
    const lease = await one.leases.acquire('model', never);
    const lost = new Promise((resolve) => lease.lost.addEventListener('abort', resolve));
    const { arrived, release } = server.hold('update', 'leases');
    await arrived;
    await place.raw.updateOne({ _id: 'model' }, { $set: { holder: 'another' } });
    await lost;
    release();
  });

  it('survives a short absence of the server, and can be awaited during one', async () => {
    await using server = await startMongoTestServer();
    await using place = await open(server);
    const one = await place.process(60_000);
    const other = await place.process();
    const lease = await one.leases.acquire('model', never);
    await server.stop();
    const waiting = other.leases.acquire('model', never);
    await server.start();
    await lease[Symbol.asyncDispose]();
    await (await waiting)[Symbol.asyncDispose]();
    expect(lease.lost.aborted).toBe(false);
  });

  it('that arrives after the wait was aborted is released at once', async () => {
    await using server = await startMongoTestServer();
    await using place = await open(server);
    const one = await place.process(60_000);
    const other = await place.process(60_000);
    const { arrived, release } = server.hold('update', 'leases');
    const stop = new AbortController();
    const waiting = one.leases.acquire('model', stop.signal);
    await arrived;
    stop.abort(new Error('No more'));
    release();
    await expect(waiting).rejects.toThrow('No more');
    await using _second = await other.leases.acquire('model', never);
  });

  it('is released when its store is closed', async () => {
    await using server = await startMongoTestServer();
    await using place = await open(server);
    const one = await place.process(60_000);
    const other = await place.process(60_000);
    await one.leases.acquire('model', never);
    await one.leases[Symbol.asyncDispose]();
    await using _second = await other.leases.acquire('model', never);
    await expect(one.leases.acquire('model', never)).rejects.toThrow(/closed/);
  });
});
