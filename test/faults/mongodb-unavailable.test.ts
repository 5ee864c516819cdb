import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { writerLease } from '#platform/projections/leases';
import { places } from '#contracts/read-models';

import { createEmbeddedFolder } from '../harness/data-folder.ts';
import type { ApiResponse } from '../harness/http.ts';
import {
  adminPassword,
  register,
  signInAdmin,
  startInProcess,
  type Person,
  type RunningServer,
} from '../harness/in-process.ts';
import { patience } from '../harness/patience.ts';
import { pictureOf } from '../harness/pictures.ts';
import { freshDatabase } from '../mongodb-server/database.ts';
import { startMongoTestServer, type MongoTestServer } from '../mongodb-server/server.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

interface World extends AsyncDisposable {
  readonly mongo: MongoTestServer;
  readonly server: RunningServer;
  readonly admin: Person;
}

/** A server whose read models, records and photos are on a MongoDB that fails on demand. */
async function createWorld(replicaSet: boolean): Promise<World> {
  const mongo = await startMongoTestServer({ replicaSet });
  const database = await freshDatabase(mongo.url);
  const folder = await createEmbeddedFolder();
  const server = await startInProcess(folder, {
    MONGODB_URL: database.url.replace('=2000', '=500'),
    ADMIN_PASSWORD: adminPassword,
  });
  const admin = await signInAdmin(server.origin);
  return {
    mongo,
    server,
    admin,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await mongo.stop();
      await mongo.start();
      await database[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
      await mongo[Symbol.asyncDispose]();
    },
  };
}

/** The collection of the read model's documents. */
const cities = 'places.v1.1.cities';
const submit = (
  { server, admin: { token } }: Pick<World, 'server' | 'admin'>,
  key?: string,
  body = cityInput(),
) => server.call('POST', '/api/cities', { token, body, key });

function expectUnavailable({ status, headers, body }: ApiResponse): void {
  expect([status, headers.get('Content-Type'), Number(headers.get('Retry-After'))]).toEqual([
    503,
    'application/problem+json',
    expect.any(Number),
  ]);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/mongo|127\.0\.0\.1|\bat\b .*:\d+/i);
}

async function until(look: () => Promise<boolean>): Promise<void> {
  const timeout = AbortSignal.timeout(patience);
  while (!(await look())) {
    timeout.throwIfAborted();
    await delay(20);
  }
}

test('requests that need MongoDB get 503 while it is unavailable, and work again afterwards', async () => {
  await using world = await createWorld(false);
  const { mongo, server, admin } = world;
  const { body: place } = await submit(world);
  await mongo.stop();
  const { token } = admin;
  const credentials = { email: 'admin@lightfall.test', password: adminPassword };
  for (const response of await Promise.all([
    server.call('GET', `/api/cities?search=${randomUUID()}`),
    server.call('GET', `/api/cities/${place.id}`, { token }),
    server.call('GET', '/api/admin/cities', { token }),
    server.call('GET', '/api/auth/user', { token }),
    server.call('POST', '/auth/login', { body: credentials }),
    submit(world),
  ])) {
    expectUnavailable(response);
  }
  expect((await server.call('GET', '/readyz')).status).toBe(503);
  expect((await server.call('GET', '/healthz')).status).toBe(200);

  await mongo.start();
  await until(async () => (await server.call('GET', '/readyz')).status === 200);
  const { status, body, position } = await submit(world);
  expect(status).toBe(201);
  const read = () => server.call('GET', `/api/cities/${body.id}`, { minPosition: position });
  await until(async () => (await read()).status === 200);
});

test.each(['not-primary', 'drop-before', 'drop-after'] as const)(
  'a replica set survives the loss of its primary during a request (%s), and nothing happens twice',
  async (kind) => {
    await using world = await createWorld(true);
    const { mongo, server } = world;
    mongo.plan({ command: 'insert', collection: 'accounts', fault: { kind } });
    const ann = await register(server.origin, 'ann');
    mongo.plan({ command: 'insert', collection: 'sessions', fault: { kind } });
    mongo.plan({ command: 'update', collection: cities, fault: { kind } });
    const { status, position } = await submit(world, randomUUID());
    expect(status).toBe(201);
    const { body } = await server.call('GET', '/api/cities', { minPosition: position });
    expect(body).toHaveLength(1);
    const user = await server.call('GET', '/api/auth/user', { token: ann.token });
    expect([user.status, user.body.id]).toEqual([200, ann.id]);
  },
);

test('a write gets 503 if a single server fails, and a repeated request takes effect once', async () => {
  await using world = await createWorld(false);
  const { mongo, server } = world;
  const [key, body] = [randomUUID(), cityInput()];
  mongo.plan({ command: 'update', collection: 'keyed', fault: { kind: 'not-primary' }, times: 1 });
  mongo.plan({ command: 'insert', collection: 'keyed', fault: { kind: 'not-primary' }, times: 1 });
  mongo.plan({ command: 'findAndModify', collection: 'keyed', fault: { kind: 'not-primary' }, times: 1 });
  const first = await submit(world, key, body);
  mongo.clearFaults();
  if (first.status !== 201) expectUnavailable(first);
  let again = await submit(world, key, body);
  await until(async () => {
    again = await submit(world, key, body);
    return again.status === 201;
  });
  const { body: all } = await server.call('GET', '/api/cities', { minPosition: again.position });
  expect(all).toHaveLength(1);
});

test('one failed write among many is repaired', async () => {
  await using world = await createWorld(false);
  const { mongo, server } = world;
  const met = { kind: 'write-error', index: 0, code: 11600 } as const;
  mongo.plan({ command: 'update', collection: cities, fault: met });
  const { position } = await submit(world);
  await until(
    async () => (await server.call('GET', '/api/cities', { minPosition: position })).body.length === 1,
  );
});

test('slow answers are awaited', async () => {
  await using world = await createWorld(true);
  const { mongo, server } = world;
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  mongo.plan({ command: 'insert', collection: 'accounts', fault: { kind: 'hold', until: held } });
  let isResponded = false;
  const person = register(server.origin, 'ann').finally(() => (isResponded = true));
  // Other requests are answered meanwhile.
  expect((await submit(world)).status).toBe(201);
  expect(isResponded).toBe(false);
  go();
  expect((await person).token).toBeTypeOf('string');
});

test("a write is answered once the read models have a writer again, after a killed one's lease", async () => {
  const mongo = await startMongoTestServer();
  await using database = await freshDatabase(mongo.url);
  await using folder = await createEmbeddedFolder();
  const leases = database.raw.collection<{ _id: string; holder: string; until: Date }>('leases');
  const placesLease = `read-models/${writerLease(places)}`;
  await leases.insertOne({ _id: placesLease, holder: 'killed', until: new Date(Date.now() + 3_600_000) });
  const environment = { MONGODB_URL: database.url, ADMIN_PASSWORD: adminPassword };
  await using server = await startInProcess(folder, environment);
  const admin = await signInAdmin(server.origin);
  const head = async () => BigInt((await server.call('GET', '/readyz')).body.head);

  const before = await head();
  let response: ApiResponse | undefined;
  const submitting = submit({ server, admin }).then((given) => (response = given));
  await until(async () => (await head()) > before);
  // A query gives up sooner.
  const early = await server.call('GET', '/api/cities', { minPosition: await head() });
  expect([early.status, early.body.code, response]).toEqual([503, 'not-caught-up', undefined]);
  await leases.updateOne({ _id: placesLease }, { $set: { until: new Date(0) } });
  expect((await submitting).status).toBe(201);
});

test('a photo that could not be stored does not exist, and can be sent again', async () => {
  await using world = await createWorld(false);
  const { mongo, server, admin } = world;
  const { body: place } = await submit(world);
  const { token } = admin;
  const view = { token, body: locationInput(place.id) };
  const { body: location } = await server.call('POST', '/api/locations', view);
  const photos = `/api/locations/${location.id}/photos`;
  const body = { imageData: await pictureOf(3), fileName: 'a.png' };
  mongo.plan({ command: 'insert', collection: 'photos.chunks', fault: { kind: 'drop-before' } });
  expectUnavailable(await server.call('POST', photos, { token, body }));
  expect((await server.call('GET', photos, { token })).body).toEqual([]);
  const { status, body: photo } = await server.call('POST', photos, { token, body });
  expect(status).toBe(201);
  expect((await server.call('GET', photo.url)).status).toBe(200);
});
