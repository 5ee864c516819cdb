import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { expectProblem, type ApiResponse } from './client.ts';
import {
  cityInput,
  decide,
  givenCity,
  givenEdit,
  givenLocation,
  givenPublicLocation,
  locationInput,
} from './given.ts';
import { startForFile, startServer, type Person } from './server.ts';

const text = 'Please wait until some of what you sent has been reviewed.';

const server = await startForFile({
  RATE_LIMIT: 'on',
  SIGNUPS_PER_MINUTE: '1000',
  WRITES_PER_MINUTE: '1000',
});
const cityId = (await givenCity(server.admin)).id;

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const sendLocation = (by: Person, city = cityId): Promise<ApiResponse> =>
  by.post('/api/locations', locationInput(city));
const sendCity = (by: Person): Promise<ApiResponse> => by.post('/api/cities', cityInput());
const sendLocations = async (by: Person, count: number): Promise<string[]> => {
  const made = await Promise.all(Array.from({ length: count }, () => givenLocation(by, cityId)));
  return made.map(({ id }) => id);
};
const waitingOf = async (by: Person): Promise<number> => {
  await server.caughtUp();
  const { body } = await by.get('/api/submissions?limit=500');
  return body.filter(({ status }) => status === 'pending').length;
};

describe('the number of one person’s pending items', () => {
  it('is at most 5 until the first approval: cities, locations and edits together', async () => {
    const newcomer = await server.register();
    const place = await givenPublicLocation(server);
    await givenCity(newcomer);
    await sendLocations(newcomer, 3);
    await givenEdit(newcomer, place.id, { name: 'Another' });
    expectProblem(await sendCity(newcomer), 409, text);
    expectProblem(await sendLocation(newcomer), 409, text);
    expectProblem(await newcomer.put(`/api/locations/${place.id}`, { name: 'A third' }), 409, text);
    expect(await waitingOf(newcomer)).toBe(5);
    // Writes that add no pending item are not refused.
    const [waiting] = (await newcomer.get('/api/submissions')).body.filter(
      ({ entityId, name }) => entityId !== place.id && name.startsWith('Location'),
    );
    expect((await newcomer.put(`/api/locations/${waiting?.entityId}`, { name: 'Mended' })).status).toBe(200);
    expect((await newcomer.put(`/api/locations/${place.id}/rating`, { rating: 4 })).status).toBe(200);
  });

  it('is higher after an approval, also if the approved place was merged into another', async () => {
    const newcomer = await server.register();
    const [approved = ''] = await sendLocations(newcomer, 1);
    await server.caughtUp();
    await decide(server.admin, 'locations', approved, 'approve');
    const into = await givenLocation(server.admin, cityId);
    const merge = await server.admin.post(`/api/admin/locations/${approved}/merge`, { into: into.id });
    expect(merge.status).toBe(200);
    await server.caughtUp();
    await sendLocations(newcomer, 5);
    expect((await sendLocation(newcomer)).status).toBe(201);
  });

  it('is at most 5 however many are sent at once', async () => {
    const newcomer = await server.register();
    const responses = await Promise.all(Array.from({ length: 30 }, () => sendLocation(newcomer)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(25);
    expect(await waitingOf(newcomer)).toBe(5);
  });

  it.each([
    ['approved', (id: string) => decide(server.admin, 'locations', id, 'approve')],
    ['rejected', (id: string) => decide(server.admin, 'locations', id, 'reject')],
    ['deleted', (id: string) => server.admin.delete(`/api/locations/${id}`)],
  ] as const)('falls as soon as an item was %s', async (_, end) => {
    const newcomer = await server.register();
    const [id = ''] = await sendLocations(newcomer, 5);
    expectProblem(await sendLocation(newcomer), 409, text);
    await end(id);
    expect((await sendLocation(newcomer)).status).toBe(201);
  });

  it('falls when the author withdraws a location, a city with everything in it, or an edit', async () => {
    const newcomer = await server.register();
    const { id: own } = await givenCity(newcomer);
    for (let number = 0; number < 3; number += 1) await givenLocation(newcomer, own);
    const place = await givenPublicLocation(server);
    const edit = await givenEdit(newcomer, place.id, { name: 'Another' });
    expectProblem(await sendLocation(newcomer), 409, text);
    await newcomer.post(`/api/locations/${place.id}/edits/${edit.id}/withdraw`);
    const { id } = await givenLocation(newcomer, cityId);
    expectProblem(await sendLocation(newcomer), 409, text);
    await newcomer.post(`/api/locations/${id}/withdraw`);
    await givenLocation(newcomer, cityId);
    expectProblem(await sendLocation(newcomer), 409, text);
    expect((await newcomer.post(`/api/cities/${own}/withdraw`)).status).toBe(200);
    await sendLocations(newcomer, 4);
    expectProblem(await sendLocation(newcomer), 409, text);
  });

  it('falls when the place of an edit is deleted', async () => {
    const newcomer = await server.register();
    const place = await givenPublicLocation(server);
    await givenEdit(newcomer, place.id, { name: 'Another' });
    await sendLocations(newcomer, 4);
    expectProblem(await sendLocation(newcomer), 409, text);
    await server.admin.delete(`/api/locations/${place.id}`);
    expect((await sendLocation(newcomer)).status).toBe(201);
  });

  it.each(['city', 'location', 'edit'] as const)(
    'is at most 50 once the first %s was approved',
    async (kind) => {
      const person = await server.register();
      await sendLocations(person, 4);
      const place = await givenPublicLocation(server);
      if (kind === 'city') await decide(server.admin, 'cities', (await givenCity(person)).id, 'approve');
      else if (kind === 'location')
        await decide(server.admin, 'locations', (await givenLocation(person, cityId)).id, 'approve');
      else {
        const edit = await givenEdit(person, place.id, { name: 'Another' });
        await server.admin.post(`/api/admin/locations/${place.id}/edits/${edit.id}/approve`);
      }
      await sendLocations(person, 46);
      expectProblem(await sendLocation(person), 409, text);
      expect(await waitingOf(person)).toBe(50);
    },
  );

  it('does not count a repeated key twice, and a refusal with a key is not permanent', async () => {
    const newcomer = await server.register();
    const key = randomUUID();
    const input = locationInput(cityId);
    const first = await newcomer.post('/api/locations', input, withKey(key));
    expect((await newcomer.post('/api/locations', input, withKey(key))).text).toBe(first.text);
    await sendLocations(newcomer, 4);
    expect((await newcomer.post('/api/locations', input, withKey(key))).text).toBe(first.text);
    const later = { input: locationInput(cityId), key: randomUUID() };
    expectProblem(await newcomer.post('/api/locations', later.input, withKey(later.key)), 409, text);
    await newcomer.post(`/api/locations/${first.body.id}/withdraw`);
    expect((await newcomer.post('/api/locations', later.input, withKey(later.key))).status).toBe(201);
  });

  it('does not count requests refused for another reason', async () => {
    const newcomer = await server.register();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => sendLocation(newcomer, randomUUID())),
    );
    for (const response of responses) expectProblem(response, 404, 'City not found');
    await sendLocations(newcomer, 5);
  });

  it('has no limit for the administrator, whose items do not wait', async () => {
    for (let number = 0; number < 8; number += 1) await givenLocation(server.admin, cityId);
  });
});

describe('edits of one place', () => {
  it('are limited to 5 pending ones per person, and 50 in all', async () => {
    const place = await givenPublicLocation(server);
    const sendFive = async (_: unknown, number: number): Promise<void> => {
      const person = await server.register();
      for (let edit = 0; edit < 5; edit += 1)
        await givenEdit(person, place.id, { name: `Name ${number} ${edit}` });
    };
    await Promise.all(Array.from({ length: 10 }, sendFive));
    const late = await server.register();
    const send = () => late.put(`/api/locations/${place.id}`, { name: 'Too late' });
    expectProblem(await send(), 409, text);
    await server.caughtUp();
    const { body } = await server.admin.get('/api/admin/pending-edits?limit=500');
    const [first, ...others] = body.filter(({ entityId }) => entityId === place.id);
    expect(others).toHaveLength(49);
    await server.admin.post(`/api/admin/locations/${place.id}/edits/${first?.id}/reject`);
    expect((await send()).status).toBe(202);
  });

  it('are limited to 5 even for a person who may have 50 pending items', async () => {
    const person = await server.register();
    await decide(server.admin, 'locations', (await givenLocation(person, cityId)).id, 'approve');
    const place = await givenPublicLocation(server);
    for (let edit = 0; edit < 5; edit += 1) await givenEdit(person, place.id, { name: `Name ${edit}` });
    const send = () => person.put(`/api/locations/${place.id}`, { name: 'A sixth' });
    expectProblem(await send(), 409, text);
    expect((await sendLocation(person)).status).toBe(201);
  });
});

it('RATE_LIMIT=off removes the limit of pending items', async () => {
  await using unlimited = await startServer({ RATE_LIMIT: 'off' });
  const person = await unlimited.register();
  const place = await givenPublicLocation(unlimited);
  for (let edit = 0; edit < 6; edit += 1) await givenEdit(person, place.id, { name: `Name ${edit}` });
  for (let number = 0; number < 3; number += 1) await givenCity(person);
});
