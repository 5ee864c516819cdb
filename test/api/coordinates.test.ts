import { describe, expect, it } from 'vitest';

import { expectProblem } from './client.ts';
import { givenCity, givenEdit, givenLocation, cityInput, locationInput } from './given.ts';
import { startForFile } from './server.ts';

const server = await startForFile();
const { admin } = server;
const ben = await server.register('Ben');

const porto = { latitude: 41.1496, longitude: -8.611 };
const kyoto = { latitude: 35.0116, longitude: 135.7681 };
const view = async (path: string) => {
  server.visitor.follow(admin);
  return (await server.visitor.get(path)).body;
};

describe('coordinates', () => {
  it('of a city and a location are stored with 6 decimals, and determine the time zone', async () => {
    const city = await givenCity(admin, { coordinates: { latitude: 41.14961234567, longitude: -8.611 } });
    const expected = { coordinates: { latitude: 41.149612, longitude: -8.611 }, timeZone: 'Europe/Lisbon' };
    expect(city).toMatchObject(expected);
    expect(await view(`/api/cities/${city.id}`)).toMatchObject(expected);
    const own = await givenLocation(admin, city.id, { coordinates: kyoto });
    expect(own).toMatchObject({ coordinates: kyoto, timeZone: 'Asia/Tokyo' });
    expect(await view(`/api/locations?city=${city.id}`)).toMatchObject([
      { coordinates: kyoto, timeZone: 'Asia/Tokyo' },
    ]);
  });

  it('are null by default; then a location takes its city’s zone, and follows at once when the city moves', async () => {
    const city = await givenCity(admin);
    const place = await givenLocation(admin, city.id);
    expect(city).toMatchObject({ coordinates: null, timeZone: null });
    expect(place).toMatchObject({ coordinates: null, timeZone: null });
    for (const [coordinates, timeZone] of [
      [porto, 'Europe/Lisbon'],
      [kyoto, 'Asia/Tokyo'],
      [null, null],
    ] as const) {
      const changed = await admin.put(`/api/cities/${city.id}`, { coordinates });
      expect(changed.body).toMatchObject({ coordinates, timeZone });
      const shown = { id: place.id, coordinates: null, timeZone, revision: place.revision };
      expect(await view(`/api/locations/${place.id}`)).toMatchObject(shown);
      expect(await view(`/api/locations?city=${city.id}`)).toMatchObject([shown]);
    }
  });

  it.each([
    ['half a pair', { latitude: 41 }],
    ['beyond the pole', { latitude: 90.1, longitude: 0 }],
    ['beyond the date line', { latitude: 0, longitude: -180.1 }],
    ['text', '41.1, -8.6'],
    ['half a text', { latitude: '41.1', longitude: -8.6 }],
    ['a list', [41.1, -8.6]],
  ])('that are %s are 400, of cities and locations', async (_, coordinates) => {
    const city = await givenCity(admin);
    const place = await givenLocation(admin, city.id);
    for (const response of [
      await admin.post('/api/cities', cityInput({ coordinates })),
      await admin.post('/api/locations', locationInput(city.id, { coordinates })),
      await admin.put(`/api/cities/${city.id}`, { coordinates }),
      await admin.put(`/api/locations/${place.id}`, { coordinates }),
    ])
      expect(response).toMatchObject({
        status: 400,
        body: { errors: [{ path: expect.stringMatching(/^coordinates/) as string }] },
      });
  });

  it('are one field of an edit: proposed, compared by value, applied, and in the history', async () => {
    const city = await givenCity(admin);
    const place = await givenLocation(admin, city.id, { coordinates: porto });
    ben.follow(admin);
    const same = await ben.put(`/api/locations/${place.id}`, { coordinates: { ...porto } });
    expectProblem(same, 400, 'The edit changes nothing.');
    const edit = await givenEdit(ben, place.id, { coordinates: kyoto });
    expect(edit).toMatchObject({ data: { coordinates: { from: porto, to: kyoto } } });
    admin.follow(ben);
    const detail = await admin.get(`/api/admin/queue/edit/${edit.id}`);
    expect(detail.body).toMatchObject({
      item: { summary: 'Coordinates: 35.0116, 135.7681' },
      fields: { coordinates: porto },
      changes: { coordinates: { from: porto, to: kyoto } },
      conflicts: {},
    });
    const approved = await admin.post(`/api/admin/locations/${place.id}/edits/${edit.id}/approve`);
    expect(approved.status).toBe(200);
    expect(await view(`/api/locations/${place.id}`)).toMatchObject({ coordinates: kyoto });
    const history = await admin.get(`/api/admin/locations/${place.id}/history`);
    expect(JSON.stringify(history.body)).toContain(
      JSON.stringify({ coordinates: { from: porto, to: kyoto } }),
    );
  });
});
