import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { expectProblem, type ApiResponse, type Client, type Entity } from './client.ts';
import {
  decide,
  editItem,
  givenCity,
  givenEdit,
  givenLocation,
  givenPublicLocation,
  itemOf,
  missingId,
} from './given.ts';
import { startWithPeople } from './server.ts';

const { server, admin, anna } = await startWithPeople();

const cityItem = (id: string, decision: string, more: object = {}) => ({
  ...itemOf('city', id),
  decision,
  ...more,
});
const send = (items: readonly object[], by: Client = admin, headers: Record<string, string> = {}) =>
  by.post('/api/admin/decisions', { items }, { headers });
const done = { result: 'done', message: null, code: null, by: null, revision: null };
const resultsOf = ({ body }: ApiResponse) => body.results.map(({ result }) => result);
const statusOf = async (path: string): Promise<string> => (await admin.get(path)).body.status;
const historyOf = async (path: string): Promise<readonly Entity[]> =>
  (await admin.get(`/api/admin/${path}/history`)).body;

describe('a batch of decisions', () => {
  it('decides cities, locations and edits in the order given, a city before its places', async () => {
    const city = await givenCity(anna);
    const [one, two] = [await givenLocation(anna, city.id), await givenLocation(anna, city.id)];
    const place = await givenPublicLocation(server);
    const [taken, declined] = [
      await givenEdit(anna, place.id, { name: 'Taken' }),
      await givenEdit(anna, place.id, { address: 'Declined' }),
    ];
    admin.follow(anna);
    const response = await send([
      cityItem(city.id, 'approve'),
      { ...itemOf('location', one.id), decision: 'approve' },
      { ...itemOf('location', two.id), decision: 'reject', reason: ' Too dark. ' },
      { ...editItem(taken), decision: 'approve' },
      { ...editItem(declined), decision: 'reject', reason: 'No.' },
    ]);
    expect(response.status, response.text).toBe(200);
    expect(response.body.results).toEqual([
      { kind: 'city', id: city.id, ...done },
      { kind: 'location', id: one.id, ...done },
      { kind: 'location', id: two.id, ...done },
      { kind: 'edit', id: taken.id, ...done },
      { kind: 'edit', id: declined.id, ...done },
    ]);
    expect(response.headers.get('X-Event-Position')).toBe(response.body.position);
    server.visitor.follow(admin);
    expect((await server.visitor.get(`/api/locations/${one.id}`)).status).toBe(200);
    expect((await admin.get(`/api/locations/${two.id}`)).body).toMatchObject({
      status: 'rejected',
      reason: 'Too dark.',
    });
    expect((await admin.get(`/api/locations/${place.id}`)).body).toMatchObject({
      name: 'Taken',
      address: null,
    });
    const decisions = await Promise.all([
      historyOf(`cities/${city.id}`),
      historyOf(`locations/${one.id}`),
      historyOf(`locations/${place.id}`),
    ]);
    const ofBatch = decisions
      .flat()
      .filter(({ type }) => /(approved|rejected)/.test(type))
      .filter(({ correlationId }) => correlationId === response.body.batchId);
    expect(ofBatch.map(({ type }) => type)).toEqual([
      'city-approved.v1',
      'location-approved.v1',
      'location-edit-approved.v1',
      'location-edit-rejected.v1',
    ]);
    expect(new Set(ofBatch.map(({ causationId }) => causationId)).size).toBe(4);
  });

  it('continues after a refused item and gives the reason', async () => {
    const [city, decided, other] = [await givenCity(anna), await givenCity(anna), await givenCity(anna)];
    const place = await givenLocation(anna, city.id);
    admin.follow(anna);
    await decide(admin, 'cities', decided.id, 'approve');
    const response = await send([
      { ...itemOf('location', place.id), decision: 'approve' },
      cityItem(decided.id, 'reject'),
      cityItem(decided.id.replace(/^......../, '00000000'), 'approve'),
      cityItem(other.id, 'approve'),
    ]);
    expect(resultsOf(response)).toEqual(['refused', 'refused', 'refused', 'done']);
    expect(response.body.results.map(({ message }) => message)).toEqual([
      'Approve the city first',
      'This has already been decided.',
      'City not found',
      null,
    ]);
    expect(await statusOf(`/api/cities/${other.id}`)).toBe('approved');
  });

  it('an item with the same earlier decision is unchanged; a batch without effect returns a position', async () => {
    const city = await givenCity(anna);
    admin.follow(anna);
    await decide(admin, 'cities', city.id, 'approve');
    const again = await send([cityItem(city.id, 'approve')]);
    expect(resultsOf(again)).toEqual(['unchanged']);
    const refused = await send([cityItem(missingId, 'approve')]);
    expect(resultsOf(refused)).toEqual(['refused']);
    expect(BigInt(refused.body.position)).toBeGreaterThanOrEqual(BigInt(again.body.position));
    expect((await admin.get('/api/cities', { minPosition: refused.body.position })).status).toBe(200);
  });

  it('an outdated edit is approved only with force', async () => {
    const place = await givenPublicLocation(server);
    anna.follow(admin);
    const edit = await givenEdit(anna, place.id, { name: 'Anna’s name' });
    admin.follow(anna);
    await admin.put(`/api/locations/${place.id}`, { name: 'Admin’s name' });
    const refused = await send([{ ...editItem(edit), decision: 'approve' }]);
    expect(refused.body.results).toMatchObject([
      { result: 'refused', message: 'The location has changed since this edit was made.' },
    ]);
    expect(resultsOf(await send([{ ...editItem(edit), decision: 'approve', force: true }]))).toEqual([
      'done',
    ]);
    expect((await admin.get(`/api/locations/${place.id}`)).body.name).toBe('Anna’s name');
  });

  it('if two moderators decide at once, each item is decided once, and the other moderator is informed', async () => {
    const cities = await Promise.all(Array.from({ length: 6 }, () => givenCity(anna)));
    admin.follow(anna);
    const [yes, no] = await Promise.all([
      send(cities.map(({ id }) => cityItem(id, 'approve'))),
      send(cities.toReversed().map(({ id }) => cityItem(id, 'reject'))),
    ]);
    const declined = resultsOf(no).toReversed();
    for (const [index, { id }] of cities.entries()) {
      const results = [resultsOf(yes)[index], declined[index]];
      expect(results.toSorted()).toEqual(['done', 'refused']);
      expect(await historyOf(`cities/${id}`)).toHaveLength(2);
      expect(await statusOf(`/api/cities/${id}`)).toBe(results[0] === 'done' ? 'approved' : 'rejected');
    }
  });

  it('repeated with its key is the same batch', async () => {
    const [one, two] = [await givenCity(anna), await givenCity(anna)];
    admin.follow(anna);
    const headers = { 'Idempotency-Key': randomUUID() };
    const items = [cityItem(one.id, 'approve'), cityItem(two.id, 'reject')];
    const first = await send(items, admin, headers);
    const again = await send(items, admin, headers);
    expect(again.text).toBe(first.text);
    expect(await historyOf(`cities/${one.id}`)).toHaveLength(2);
    expectProblem(await send(items.slice(1), admin, headers), 422);
  });
});

describe('who may send a batch, and what', () => {
  it('a batch has at most 100 items in at most 64 kB', async () => {
    const many = (count: number) => Array.from({ length: count }, () => cityItem(randomUUID(), 'approve'));
    expect((await send(many(100))).body.results).toHaveLength(100);
    expectProblem(await send(many(101)), 400, 'Between 1 and 100 items can be decided at once');
    expectProblem(await send([]), 400, 'Between 1 and 100 items can be decided at once');
    const large = [cityItem(randomUUID(), 'reject', { note: 'x'.repeat(70_000) })];
    expectProblem(await send(large), 413);
  });

  it('the same item twice is 400, even with its id in different cases', async () => {
    const id = 'abcdefab-0000-4000-8000-000000000000';
    const items = [cityItem(id, 'approve'), cityItem(id.toUpperCase(), 'reject')];
    const response = await send(items);
    expectProblem(response, 400, 'An item is listed twice');
    expect(response.body.errors).toMatchObject([{ path: 'items' }]);
    const otherKind = [cityItem(id, 'approve'), { ...itemOf('location', id), decision: 'approve' }];
    expect(resultsOf(await send(otherKind))).toEqual(['refused', 'refused']);
  });

  it.each([
    ['no items', {}],
    ['items that are no list', { items: 'all' }],
    ['an item that is no object', { items: ['all'] }],
    ['an unknown kind', { items: [{ ...cityItem(missingId, 'approve'), kind: 'person' }] }],
    ['an unknown decision', { items: [cityItem(missingId, 'delete')] }],
    ['an id that is none', { items: [{ ...cityItem(missingId, 'approve'), id: '1' }] }],
    ['two entities', { items: [{ ...cityItem(missingId, 'approve'), entityId: randomUUID() }] }],
    ['another type', { items: [{ ...cityItem(missingId, 'approve'), entityType: 'location' }] }],
    ['a report without its type', { items: [{ ...cityItem(missingId, 'approve'), kind: 'report' }] }],
    ['a reason that is too long', { items: [cityItem(missingId, 'reject', { reason: 'x'.repeat(501) })] }],
    ['a list of no fields', { items: [cityItem(missingId, 'approve', { fields: [] })] }],
    ['a field that is none', { items: [cityItem(missingId, 'approve', { fields: ['status'] })] }],
    [
      'a value that is too long',
      { items: [cityItem(missingId, 'approve', { values: { name: 'x'.repeat(121) } })] },
    ],
    ['force that is no boolean', { items: [cityItem(missingId, 'approve', { force: 'yes' })] }],
  ])('%s is 400', async (_what, body) => {
    const response = await admin.post('/api/admin/decisions', body);
    expectProblem(response, 400);
    expect(response.body.errors[0]?.path).toMatch(/^items/);
  });
});
