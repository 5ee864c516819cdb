import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { noon } from '../harness/clock.ts';
import { expectProblem, type Client, type Entity } from './client.ts';
import { givenCity, givenLocation, itemOf } from './given.ts';
import { password, startServer, type Person, type TestServer } from './server.ts';

/** The server uses this test's clock, which moves only when a test moves it. */
const start = noon();
const day = 24 * 3_600_000;

let server: TestServer;
let anna: Person;
let ben: Person;
let tina: Person;
let mona: Person;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  server = await startServer();
  [anna, ben] = [await server.register('Anna'), await server.register('Ben')];
  tina = await server.register('Tina');
  await server.admin.post(`/api/admin/people/${tina.id}/trust`);
  mona = await server.registerModerator('Mona');
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  vi.useRealTimers();
});

const signIn = async (email: string, given = password): Promise<Client> => {
  const response = await server.visitor.post('/auth/login', { email, password: given });
  return server.client({ token: response.body.accessToken });
};
/** Lets days pass. Everybody signs in again, since sessions end. */
async function after(days: number): Promise<{ readonly mona: Client; readonly admin: Client }> {
  vi.setSystemTime(start + days * day);
  await server.caughtUp();
  return { mona: await signIn(mona.email), admin: await signIn(server.adminEmail, server.adminPassword) };
}
const refusal = 'Only the administrator may decide this.';
const decide = (by: Client, item: object, more: object = {}) =>
  by.post('/api/admin/decisions', { items: [{ ...item, decision: 'reject', reason: 'No.' }], ...more });
const refused = [{ result: 'refused', message: refusal, code: 'limit', by: null }];

/** Anna's submissions, which Mona approved at the start. */
async function approved(kind: 'city' | 'location'): Promise<{ entity: Entity; batchId: string }> {
  const city = await givenCity(kind === 'city' ? anna : server.admin);
  anna.follow(server.admin);
  const entity = kind === 'city' ? city : await givenLocation(anna, city.id);
  mona.follow(anna);
  const items = [{ ...itemOf(kind, entity.id), decision: 'approve' }];
  const { body } = await mona.post('/api/admin/decisions', { items });
  expect(body.results).toMatchObject([{ result: 'done' }]);
  return { entity, batchId: body.batchId };
}

const paths = { city: 'cities', location: 'locations' } as const;

it.each(['city', 'location'] as const)(
  'only the administrator may remove a %s approved more than 30 days ago',
  async (kind) => {
    const { entity, batchId } = await approved(kind);
    const path = `/api/admin/${paths[kind]}/${entity.id}`;
    const young = await after(30);
    expectProblem(await young.mona.post(`${path}/reject`), 409, 'This has already been decided.');
    const { mona: moderator, admin } = await after(30.1);
    expectProblem(await moderator.post(`${path}/reject`), 403, refusal);
    expectProblem(await moderator.post(`${path}/reopen`), 403, refusal);
    expect((await decide(moderator, itemOf(kind, entity.id))).body.results).toMatchObject(refused);
    const undo = await moderator.post(`/api/admin/batches/${batchId}/undo`);
    expect(undo.body.results).toMatchObject(refused);
    expect((await moderator.post(`${path}/approve`)).status).toBe(200);
    expect((await admin.post(`${path}/reopen`)).status).toBe(200);
    moderator.follow(admin);
    expect((await moderator.post(`${path}/reject`)).status).toBe(200);
  },
);

it('an undo after 30 days is refused with its reason, for the administrator too', async () => {
  const { batchId: approval } = await approved('city');
  const city = await givenCity(anna);
  mona.follow(anna);
  const { batchId: rejection } = (await decide(mona, itemOf('city', city.id))).body;
  const { mona: moderator, admin } = await after(30.1);
  const tooLate = { result: 'refused', message: 'Decisions can be taken back for 30 days.', code: 'limit' };
  for (const [by, batchId] of [
    [moderator, rejection],
    [admin, rejection],
    [admin, approval],
  ] as const) {
    const undo = await by.post(`/api/admin/batches/${batchId}/undo`);
    expect(undo.body.results).toMatchObject([tooLate]);
  }
  expect((await (await after(30)).mona.post(`/api/admin/batches/${rejection}/undo`)).body).toMatchObject({
    results: [{ result: 'done' }],
  });
});

it('a moderator may not revert the change of a trusted person’s place or city after 30 days', async () => {
  const city = await givenCity(tina);
  const place = await givenLocation(tina, city.id);
  const { mona: moderator, admin } = await after(31);
  const changes = (await moderator.get('/api/admin/queue?kind=change')).body as unknown as Entity[];
  expect(new Set(changes.map(({ entityId }) => entityId))).toEqual(new Set([city.id, place.id]));
  for (const { kind, id, entityType, entityId } of changes) {
    const item = { kind, id, entityType, entityId };
    expect((await decide(moderator, item)).body.results).toMatchObject(refused);
    expect(
      (await moderator.post('/api/admin/decisions', { items: [{ ...item, decision: 'approve' }] })).body,
    ).toMatchObject({ results: [{ result: 'done' }] });
  }
  expect((await admin.get(`/api/cities/${city.id}`)).body.status).toBe('approved');
});

it('only the administrator may remove a city with other people’s places, however young', async () => {
  const { entity: city, batchId } = await approved('city');
  const path = `/api/admin/cities/${city.id}`;
  await givenLocation(anna, city.id);
  mona.follow(anna);
  expectProblem(await mona.post(`${path}/reject`), 409);
  ben.follow(mona);
  const place = await givenLocation(ben, city.id);
  mona.follow(ben);
  expectProblem(await mona.post(`${path}/reopen`), 403, refusal);
  expectProblem(await mona.post(`${path}/reject`), 403, refusal);
  expect((await decide(mona, itemOf('city', city.id), { batchId: randomUUID() })).body.results).toMatchObject(
    refused,
  );
  expect((await mona.post(`/api/admin/batches/${batchId}/undo`)).body.results).toMatchObject(refused);
  await ben.post(`/api/locations/${place.id}/withdraw`);
  mona.follow(ben);
  expect((await mona.post(`/api/admin/batches/${batchId}/undo`)).body.results).toMatchObject([
    { result: 'done' },
  ]);
});

it('a moderator may not revert a trusted person’s city with others’ places', async () => {
  const city = await givenCity(tina);
  ben.follow(tina);
  await givenLocation(ben, city.id);
  mona.follow(ben);
  const [change] = (await mona.get('/api/admin/queue?kind=change')).body as unknown as Entity[];
  if (change === undefined) throw new Error('There is no change');
  const { kind, id, entityType, entityId } = change;
  const item = { kind, id, entityType, entityId };
  expect((await decide(mona, item)).body.results).toMatchObject(refused);
  server.admin.follow(mona);
  expect((await decide(server.admin, item)).body.results).toMatchObject([{ result: 'done' }]);
});
