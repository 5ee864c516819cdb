import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { openRecordStore } from '#platform/record-store/index';

import { serversOf } from '../harness/servers.ts';
import { allPages, expectProblem, type ApiResponse, type Client } from './client.ts';
import { cityInput, decide, givenCity, givenPublicLocation, locationInput, missingId } from './given.ts';
import { pictureBytes, upload } from './pictures.ts';
import { startServer, startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();

const post = (who: Client, path: string, body: unknown, key: string) =>
  who.post(path, body, { headers: { 'Idempotency-Key': key } });
const essence = ({ status, text, headers }: ApiResponse) => ({
  status,
  text,
  location: headers.get('Location'),
  position: headers.get('X-Event-Position'),
  type: headers.get('Content-Type'),
});
const sentBy = async (who: Client) => (await allPages(who, '/api/submissions')).length;

describe('the same key', () => {
  it('gives the same answer byte for byte, and no second event', async () => {
    const [key, input, before] = [randomUUID(), cityInput(), await sentBy(anna)];
    const first = await post(anna, '/api/cities', input, key);
    expect(first.status).toBe(201);
    for (let again = 0; again < 2; again += 1) {
      expect(essence(await post(anna, '/api/cities', input, key))).toEqual(essence(first));
    }
    expect(essence(await post(anna, '/api/cities', input, key.toUpperCase()))).toEqual(essence(first));
    expect(await sentBy(anna)).toBe(before + 1);
  });
  it('gives the original answer, whatever has happened since', async () => {
    const [key, input] = [randomUUID(), cityInput()];
    const first = await post(anna, '/api/cities', input, key);
    await decide(admin, 'cities', first.body.id, 'reject');
    expect(essence(await post(anna, '/api/cities', input, key))).toEqual(essence(first));
  });
  it('by another person is another request', async () => {
    const [key, input] = [randomUUID(), cityInput()];
    const [annas, bens] = [
      await post(anna, '/api/cities', input, key),
      await post(ben, '/api/cities', input, key),
    ];
    expect(bens.status).toBe(201);
    expect(bens.body.id).not.toBe(annas.body.id);
    expect(bens.body.submittedBy).toBe(ben.id);
  });
  it('with another body or call is 422', async () => {
    const [key, input] = [randomUUID(), cityInput()];
    await post(anna, '/api/cities', input, key);
    const text = 'This idempotency key was used with another request.';
    expectProblem(await post(anna, '/api/cities', { ...input, name: 'Other' }, key), 422, text);
    const city = await givenCity(admin);
    expectProblem(await post(anna, '/api/locations', locationInput(city.id), key), 422, text);
  });
  it('repeats a refusal', async () => {
    const key = randomUUID();
    const input = locationInput(missingId);
    const first = await post(anna, '/api/locations', input, key);
    expectProblem(first, 404, 'City not found');
    expect(essence(await post(anna, '/api/locations', input, key))).toEqual(essence(first));
    const badKey = randomUUID();
    const bad = await post(anna, '/api/cities', { name: '' }, badKey);
    expectProblem(bad, 400);
    expect(essence(await post(anna, '/api/cities', { name: '' }, badKey))).toEqual(essence(bad));
    expectProblem(await post(anna, '/api/cities', cityInput(), badKey), 422);
  });
  it('repeats a refusal although its reason no longer exists', async () => {
    const city = await givenCity(anna);
    const key = randomUUID();
    const input = locationInput(city.id);
    expectProblem(await post(ben, '/api/locations', input, key), 404);
    await decide(admin, 'cities', city.id, 'approve');
    expectProblem(await post(ben, '/api/locations', input, key), 404);
    expect((await post(ben, '/api/locations', input, randomUUID())).status).toBe(201);
  });
  it('many times at once runs once: the other requests get its answer or learn that it is running', async () => {
    const [key, input, before] = [randomUUID(), cityInput(), await sentBy(anna)];
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => post(anna, '/api/cities', input, key)),
    );
    const made = responses.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const response of responses) {
      if (response.status !== 201) expectProblem(response, 409, 'The same request is still running.');
    }
    expect(await sentBy(anna)).toBe(before + 1);
  });
  it('works for decisions and uploads too', async () => {
    const city = await givenCity(anna);
    const key = randomUUID();
    const path = `/api/admin/cities/${city.id}/approve`;
    const first = await post(admin, path, undefined, key);
    expect(first.status).toBe(200);
    await decide(admin, 'cities', city.id, 'reopen');
    expect(essence(await post(admin, path, undefined, key))).toEqual(essence(first));

    const location = await givenPublicLocation(server);
    const photo = upload(await pictureBytes(), { isPrimary: 1 });
    const photoKey = randomUUID();
    const added = await post(anna, `/api/locations/${location.id}/photos`, photo, photoKey);
    expect(added.status).toBe(201);
    const again = await post(anna, `/api/locations/${location.id}/photos`, photo, photoKey);
    expect(essence(again)).toEqual(essence(added));
    expectProblem(
      await post(anna, `/api/locations/${location.id}/photos`, photo, randomUUID()),
      409,
      'This photo is already here',
    );
  });
});

describe('the same key after its answer has expired', () => {
  it('creates a new item for another body, and finds the item that the same body created', async () => {
    await using own = await startServer();
    const [key, input] = [randomUUID(), cityInput()];
    const first = await post(own.admin, '/api/cities', input, key);
    await using records = await openRecordStore({
      url: serversOf(own.folder.path).MONGODB_URL,
      path: `${own.folder.path}/records.db`,
    });
    const forget = () => records.sweep(Date.now() + 25 * 60 * 60 * 1000);

    await forget();
    const other = await post(own.admin, '/api/cities', { ...input, name: 'Another' }, key);
    expect(other.status).toBe(201);
    expect(other.body).toMatchObject({ name: 'Another' });
    expect(other.body.id).not.toBe(first.body.id);

    await forget();
    const again = await post(own.admin, '/api/cities', input, key);
    expect(again.body.id).toBe(first.body.id);
    expect((await allPages(own.admin, '/api/cities')).length).toBe(2);
    // A decision of another kind or with another reason does not count as the same request.
    const decision = `/api/admin/cities/${first.body.id}`;
    const decisionKey = randomUUID();
    expect((await post(own.admin, `${decision}/reopen`, undefined, decisionKey)).status).toBe(200);
    await forget();
    const rejected = await post(own.admin, `${decision}/reject`, { reason: 'Blurred' }, decisionKey);
    expect(rejected.body).toMatchObject({ status: 'rejected' });
  });
});

describe('a key', () => {
  it.each(['1', 'not-a-uuid', missingId.slice(1), `${missingId}x`])(
    'that is not a UUID is 400: %s',
    async (key) => {
      expectProblem(await post(anna, '/api/cities', cityInput(), key), 400, 'Idempotency-Key must be a UUID');
    },
  );
  it('does not let a visitor skip signing in', async () => {
    expectProblem(await post(server.visitor, '/api/cities', cityInput(), randomUUID()), 401);
  });
  it('is not needed: two requests without one are two', async () => {
    const input = cityInput();
    const [one, two] = [await anna.post('/api/cities', input), await anna.post('/api/cities', input)];
    expect(one.body.id).not.toBe(two.body.id);
  });
  it('is ignored by other methods', async () => {
    const city = await givenCity(admin);
    const headers = { 'Idempotency-Key': 'anything' };
    expect((await anna.put(`/api/cities/${city.id}`, { name: 'A' }, { headers })).status).toBe(200);
    expect((await anna.get('/api/cities', { headers })).status).toBe(200);
  });
});
