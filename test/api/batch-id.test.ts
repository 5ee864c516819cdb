import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { expectProblem, type Client, type Entity } from './client.ts';
import { givenCity, itemOf, missingId } from './given.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna } = await startWithPeople();
const mona = await server.registerModerator('Mona');

const citiesOf = async (count: number): Promise<Entity[]> => {
  const cities: Entity[] = [];
  for (let index = 0; index < count; index += 1) cities.push(await givenCity(anna));
  for (const who of [mona, admin]) who.follow(anna);
  return cities;
};
const decide = (cities: readonly Entity[], batchId: unknown, by: Client = mona, decision = 'approve') => {
  const items = cities.map(({ id }) => ({ ...itemOf('city', id), decision }));
  return by.post('/api/admin/decisions', { items, batchId });
};
const undo = (batchId: string, by: Client = mona) => by.post(`/api/admin/batches/${batchId}/undo`);
const resultsOf = ({ body }: Awaited<ReturnType<typeof decide>>) => body.results.map(({ result }) => result);
const desk = async () =>
  (await mona.get('/api/admin/desk')).body as unknown as {
    readonly decidedToday: number;
    readonly decidedTodayByMe: number;
  };

it('several calls are one batch with one undo, and an item undone and decided again counts once', async () => {
  const cities = await citiesOf(6);
  const before = await desk();
  const batchId = randomUUID();
  for (const at of [0, 2, 4]) {
    const response = await decide(cities.slice(at, at + 2), batchId.toUpperCase());
    expect([response.status, response.body.batchId]).toEqual([200, batchId]);
    expect(resultsOf(response)).toEqual(['done', 'done']);
  }
  expect((await desk()).decidedToday).toBe(before.decidedToday + 6);
  const undone = await undo(batchId);
  expect(undone.body.results.map(({ id }) => id)).toEqual(cities.map(({ id }) => id).toReversed());
  expect(new Set(resultsOf(undone))).toEqual(new Set(['done']));
  expect(await desk()).toMatchObject(before);
  expectProblem(
    await decide(cities, batchId),
    409,
    'This batch is not yours, was undone, or began more than an hour ago.',
  );
  expect(resultsOf(await decide(cities, randomUUID()))).toEqual(cities.map(() => 'done'));
  expect(await desk()).toMatchObject({
    decidedToday: before.decidedToday + 6,
    decidedTodayByMe: before.decidedTodayByMe + 6,
  });
});

it('another person’s batch is 409, even if its id is that of another’s request', async () => {
  const [one, two] = await citiesOf(2);
  if (one === undefined || two === undefined) throw new Error('Two cities are needed');
  const batchId = randomUUID();
  await decide([one], batchId);
  admin.follow(mona);
  expectProblem(await decide([two], batchId, admin), 409);
  const [submission] = (await admin.get(`/api/admin/cities/${two.id}/history`)).body as unknown as Entity[];
  expectProblem(await decide([two], submission?.correlationId, admin), 409);
  expect((await admin.get(`/api/cities/${two.id}`)).body.status).toBe('pending');
});

it.each(['1', 1, null, `${missingId}0`])('%j is not a valid batch id', async (batchId) => {
  expectProblem(await decide(await citiesOf(1), batchId), 400);
});
