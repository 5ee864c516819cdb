import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { expectProblem, type Client } from './client.ts';
import { givenCity, givenLocation, givenPublicLocation, missingId } from './given.ts';
import { addPhoto } from './pictures.ts';
import { startServer, startWithPeople } from './server.ts';

const { server, admin, anna, ben } = await startWithPeople();

const report = (by: Client, entityType: string, entityId: string, more: object = {}) =>
  by.post('/api/reports', { entityType, entityId, reason: 'wrong', ...more });

describe('reporting', () => {
  it('accepts a city, a place and a photo', async () => {
    const place = await givenPublicLocation(server);
    const photo = await addPhoto(ben, place.id);
    const things = [
      ['city', place.cityId],
      ['location', place.id],
      ['photo', photo.body.id],
    ] as const;
    for (const [entityType, entityId] of things) {
      const response = await report(anna, entityType, entityId, { reason: 'gone', note: 'Torn down in May' });
      expect(response.status, response.text).toBe(201);
      expect(response.body).toEqual({ id: expect.any(String), status: 'open' });
    }
  });

  it('the same item again while the person’s report is open is the same report', async () => {
    const place = await givenPublicLocation(server);
    const first = await report(anna, 'location', place.id);
    const again = await report(anna, 'location', place.id, { reason: 'gone' });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect((await report(ben, 'location', place.id)).body.id).not.toBe(first.body.id);
  });

  it('is one report, however many requests come at once', async () => {
    const place = await givenPublicLocation(server);
    const responses = await Promise.all(Array.from({ length: 8 }, () => report(anna, 'location', place.id)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });

  it('gives the same answer to the same idempotency key', async () => {
    const place = await givenPublicLocation(server);
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { entityType: 'location', entityId: place.id, reason: 'other' };
    const [one, two] = [
      await anna.post('/api/reports', body, { headers }),
      await anna.post('/api/reports', body, { headers }),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
  });

  it('is 404 for items that the person cannot see', async () => {
    const waiting = await givenCity(ben);
    const place = await givenLocation(ben, waiting.id);
    expectProblem(await report(anna, 'city', waiting.id), 404, 'City not found');
    expectProblem(await report(anna, 'location', place.id), 404, 'Location not found');
    expectProblem(await report(anna, 'city', missingId), 404, 'City not found');
    expectProblem(await report(anna, 'location', missingId), 404, 'Location not found');
    expectProblem(await report(anna, 'photo', missingId), 404, 'Photo not found');
    // An id of another kind of item is not found.
    expectProblem(await report(admin, 'location', waiting.id), 404, 'Location not found');
  });

  it('needs a known kind and reason, and a short note', async () => {
    const place = await givenPublicLocation(server);
    for (const [field, wrong] of [
      ['entityType', { entityType: 'edit' }],
      ['entityId', { entityId: 'x' }],
      ['reason', { reason: 'boring' }],
      ['note', { note: 'x'.repeat(501) }],
    ] as const) {
      const response = await report(anna, 'location', place.id, wrong);
      expect(response.status).toBe(400);
      expect(response.body.errors.map(({ path }) => path)).toEqual([field]);
    }
    expect((await report(anna, 'location', place.id, { note: 'x'.repeat(500) })).status).toBe(201);
  });
});

describe('a person’s open reports', () => {
  it('are limited to ten, however many requests come at once', async () => {
    await using limited = await startServer({ RATE_LIMIT: 'on', SIGNUPS_PER_MINUTE: '1000' });
    const person = await limited.register('Carla');
    const city = await givenCity(limited.admin);
    const places = await Promise.all(Array.from({ length: 14 }, () => givenLocation(limited.admin, city.id)));
    person.follow(limited.admin);
    const responses = await Promise.all(places.map(({ id }) => report(person, 'location', id)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    for (const response of refused) {
      expectProblem(response, 409, 'Please wait until some of the open reports have been answered.');
    }
    // A report that is already open does not count as the eleventh.
    const open = places[responses.findIndex(({ status }) => status === 201)];
    expect((await report(person, 'location', open?.id ?? '')).status).toBe(200);
  });

  it('are not limited when limits are off', async () => {
    const person = await server.register('Dora');
    const city = await givenCity(admin);
    for (let count = 0; count < 11; count += 1) {
      const place = await givenLocation(admin, city.id);
      person.follow(admin);
      expect((await report(person, 'location', place.id)).status).toBe(201);
    }
  });
});
