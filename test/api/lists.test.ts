import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { limits } from '#contracts/shared/limits';

import { textsIn } from '../auth/world.ts';
import { allPages, expectProblem, type ApiResponse, idsOf, type Client, type Entity } from './client.ts';
import { decide, givenCity, givenLocation, missingId } from './given.ts';
import { password, startWithPeople, type Person } from './server.ts';

/** People's lists of places. */

interface List extends Omit<Entity, 'results'> {
  readonly note: string | null;
  readonly date: string | null;
  readonly shared: boolean;
  readonly places: readonly Entity[];
  readonly placeIds: readonly string[];
}

const { server, admin, anna, ben } = await startWithPeople();
const { visitor, folder } = server;
const city = (await givenCity(admin)).id;
const places: string[] = [];
for (let count = 0; count < 3; count += 1) places.push((await givenLocation(admin, city)).id);

const listIn = ({ body }: ApiResponse) => body as unknown as List;
const made = async (who: Person, input: object = {}): Promise<List> => {
  const response = await who.post('/api/lists', { name: 'A weekend', ...input });
  expect(response.status, response.text).toBe(201);
  return listIn(response);
};
const put = (who: Client, id: string, input: object) => who.put(`/api/lists/${id}`, input);
const changed = async (who: Person, id: string, input: object): Promise<List> => {
  const response = await put(who, id, input);
  expect(response.status, response.text).toBe(200);
  return listIn(response);
};
const read = async (who: Client, id: string | null) => who.get(`/api/lists/${id}`);

describe('a list', () => {
  it('is created, read, changed as a whole and deleted by its person', async () => {
    const response = await anna.post('/api/lists', {
      name: ' Porto ',
      note: 'Bring\na tripod',
      date: '2026-12-01',
    });
    expect(response.status).toBe(201);
    const list = listIn(response);
    expect(response.headers.get('Location')).toBe(`/api/lists/${list.id}`);
    expect(list).toMatchObject({ name: 'Porto', note: 'Bring\na tripod', date: '2026-12-01' });
    expect(list).toMatchObject({ shared: false, sharedId: null, places: [], revision: 0 });
    const whole = {
      name: 'Porto, twice',
      note: null,
      date: null,
      shared: false,
      places: places.toReversed(),
      revision: list.revision,
    };
    const after = await changed(anna, list.id, whole);
    expect(after).toMatchObject({ name: 'Porto, twice', note: null, date: null, revision: 1 });
    expect(idsOf(after.places)).toEqual(places.toReversed());
    expect(after.places[0]).toMatchObject({ cityId: city, isFavorite: false, status: 'approved' });
    const read1 = await read(anna, list.id);
    expect(read1.body).toEqual(after);
    expect(read1.headers.get('Cache-Control')).toBe('private, no-store');
    // A missing field is unchanged, and a change without effect changes nothing.
    expect(await changed(anna, list.id, { places: places.slice(0, 1) })).toMatchObject({
      name: 'Porto, twice',
    });
    const same = await changed(anna, list.id, { places: places.slice(0, 1), revision: 2 });
    expect(same.revision).toBe(2);
    expect((await anna.delete(`/api/lists/${list.id}`)).status).toBe(204);
    for (const gone of [
      await read(anna, list.id),
      await put(anna, list.id, { name: 'x' }),
      await put(anna, list.id, { places: [missingId] }),
      await anna.delete(`/api/lists/${list.id}`),
    ])
      expectProblem(gone, 404, 'List not found');
  });

  it('refuses invalid values, and names the field', async () => {
    const { id } = await made(anna);
    const hidden = await givenLocation(ben, city);
    const waiting = await givenLocation(anna, city);
    const many = Array.from({ length: limits.placesOfList + 1 }, () => randomUUID());
    for (const [input, path] of [
      [{ name: '' }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\u202eb' }, 'name'],
      [{ note: 'x'.repeat(1001) }, 'note'],
      [{ date: '2026-02-30' }, 'date'],
      [{ date: 'tomorrow' }, 'date'],
      [{ shared: 'yes' }, 'shared'],
      [{ revision: -1 }, 'revision'],
      [{ places: 'all' }, 'places'],
      [{ places: many }, 'places'],
      [{ places: [places[0], places[0]] }, 'places'],
      [{ places: ['7'] }, 'places.0'],
      [{ places: [places[0], missingId] }, 'places.1'],
      [{ places: [hidden.id] }, 'places.0'],
      [{ places: [waiting.id] }, 'places.0'],
    ] as const) {
      const response = await put(anna, id, input);
      expectProblem(response, 400);
      expect(response.body.errors[0]?.path, JSON.stringify(input)).toBe(path);
    }
    expect(listIn(await read(anna, id))).toMatchObject({ revision: 0, places: [] });
    for (const input of [{}, { name: ' ' }, { name: 'x', date: '7' }, { name: 'x', note: 7 }])
      expectProblem(await anna.post('/api/lists', input), 400);
    expectProblem(await anna.get('/api/lists/7'), 400);
    expectProblem(await put(anna, '7', {}), 400);
  });

  it('accepts only the first of two changes of one revision', async () => {
    const { id } = await made(anna);
    const responses = await Promise.all(
      places.map((place) => put(anna, id, { places: [place], name: place, revision: 0 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = responses.find(({ status }) => status === 409);
    if (refused) expectProblem(refused, 409, 'This list was changed in another window.');
    const left = listIn(await read(anna, id));
    expect(left.revision).toBe(1);
    expect(idsOf(left.places)).toEqual([left.name]);
    expectProblem(await put(anna, id, { name: 'Late', revision: 0 }), 409);
    // A change without a revision overwrites only the fields that it names.
    const blind = await Promise.all([
      put(anna, id, { note: 'One' }),
      put(anna, id, { date: '2026-12-24' }),
      put(anna, id, { name: 'Other' }),
    ]);
    expect(blind.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(listIn(await read(anna, id))).toMatchObject({
      note: 'One',
      date: '2026-12-24',
      name: 'Other',
      revision: 4,
    });
  });

  it('leaves out places that are not public now, and shows them once they are public again', async () => {
    const own = (await givenCity(admin)).id;
    const [stays, goes] = [await givenLocation(admin, own), await givenLocation(admin, own)];
    const { id } = await made(anna);
    const { sharedId } = await changed(anna, id, { places: [goes.id, stays.id], shared: true });
    const seen = async () => {
      for (const who of [anna, visitor]) who.follow(admin);
      const both = [await read(anna, id), await read(visitor, sharedId)].map((each) =>
        idsOf(listIn(each).places),
      );
      expect(both[0]).toEqual(both[1]);
      return both[0];
    };
    expect(await seen()).toEqual([goes.id, stays.id]);
    await decide(admin, 'locations', goes.id, 'reopen');
    expect(await seen()).toEqual([stays.id]);
    await admin.delete(`/api/cities/${own}`);
    expect(await seen()).toEqual([]);
    await decide(admin, 'cities', own, 'restore');
    await decide(admin, 'locations', goes.id, 'approve');
    expect(await seen()).toEqual([goes.id, stays.id]);
  });
});

describe('a shared list', () => {
  it('is readable for everybody with its id, which is new each time it is shared', async () => {
    const { id } = await made(anna, { note: 'For us' });
    const first = await changed(anna, id, { shared: true, places });
    expect(first).toMatchObject({
      shared: true,
      sharedId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect((await changed(anna, id, { shared: true })).sharedId).toBe(first.sharedId);
    for (const who of [visitor, ben, admin, anna]) {
      const response = await read(who, first.sharedId);
      expect(response.headers.get('Cache-Control')).toContain('no-store');
      expect(listIn(response)).toMatchObject({ id: first.sharedId, note: 'For us' });
      expect(idsOf(listIn(response).places)).toEqual(places);
      expect(response.text).not.toContain(anna.id);
    }
    expect((await read(visitor, first.sharedId)).text).not.toContain(id);
    expect(await changed(anna, id, { shared: false })).toMatchObject({ shared: false, sharedId: null });
    expectProblem(await read(visitor, first.sharedId), 404, 'List not found');
    const second = await changed(anna, id, { shared: true });
    expect(second.sharedId).not.toBe(first.sharedId);
    expectProblem(await read(visitor, first.sharedId), 404);
    expect((await read(visitor, second.sharedId)).status).toBe(200);
    await anna.delete(`/api/lists/${id}`);
    expectProblem(await read(visitor, second.sharedId), 404);
  });

  it('shows its person’s changes at once', async () => {
    const { id } = await made(anna);
    const { sharedId } = await changed(anna, id, { shared: true });
    for (let round = 0; round < 5; round += 1) {
      await changed(anna, id, { name: `Round ${round}` });
      expect(listIn(await read(visitor, sharedId)).name).toBe(`Round ${round}`);
    }
  });
});

describe('all lists of a person', () => {
  it('are only their own, newest first, page by page', async () => {
    const cleo = await server.register('Cleo');
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await made(cleo, { name: `List ${count}` })).id);
    await changed(cleo, ids[0] ?? '', { places });
    const response = await cleo.get('/api/lists');
    expect(idsOf(response.body)).toEqual(ids);
    expect(response.headers.get('X-Total-Count')).toBe('3');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.body[0]).toMatchObject({ name: 'List 2', placeIds: places });
    expect(idsOf(await allPages(cleo, '/api/lists?limit=2'))).toEqual(ids);
    expectProblem(await cleo.get('/api/lists?cursor=nonsense'), 400);
    expect((await (await server.register()).get('/api/lists')).body).toEqual([]);
  });

  it('are at most 50, however many requests come at once', async () => {
    const dora = await server.register('Dora');
    const responses = await Promise.all(
      Array.from({ length: 55 }, (_, n) => dora.post('/api/lists', { name: `${n}` })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const response of responses.filter(({ status }) => status !== 201)) expectProblem(response, 409);
    const all = (await dora.get('/api/lists')).body;
    expect(all).toHaveLength(50);
    await dora.delete(`/api/lists/${all[7]?.id}`);
    await made(dora);
    expectProblem(await dora.post('/api/lists', { name: 'One more' }), 409);
  });

  it('are one list for all requests with one key', async () => {
    const eve = await server.register('Eve');
    const headers = { 'Idempotency-Key': randomUUID() };
    const responses = await Promise.all(
      [1, 2, 3].map(() => eve.post('/api/lists', { name: 'Once' }, { headers })),
    );
    for (const { status } of responses) expect([201, 409]).toContain(status);
    const again = await eve.post('/api/lists', { name: 'Once' }, { headers });
    expect(again.status).toBe(201);
    expect(idsOf((await eve.get('/api/lists')).body)).toEqual([again.body.id]);
    expectProblem(await eve.post('/api/lists', { name: 'Twice' }, { headers }), 422);
  });

  it('are in no event and no read model, and are deleted with the account', async () => {
    const gina = await server.register('Gina');
    const name = 'Quixotic wanderings';
    const { id } = await made(gina, { name });
    const { sharedId } = await changed(gina, id, { shared: true, places });
    for (const { data, metadata } of await folder.events())
      expect(JSON.stringify([data, metadata])).not.toContain(name);
    expect((await textsIn(folder.path)).filter((text) => text.includes(name)).length).toBeGreaterThan(0);
    expect((await gina.post('/auth/account/erasure', { password })).status).toBe(204);
    expectProblem(await read(visitor, sharedId), 404);
    for (const text of await textsIn(folder.path)) expect(text).not.toContain(name);
  });
});
