import { expect, it } from 'vitest';

import { appendLocations } from '../harness/events.ts';
import { allPages } from './client.ts';
import { givenCity, givenLocation } from './given.ts';
import { startServer } from './server.ts';

it('a long list is paged to its end, and its length is exact up to 1000', async () => {
  await using server = await startServer();
  const { admin, visitor } = server;
  const { id: cityId } = await givenCity(admin);
  const paths = [
    '/api/locations?',
    `/api/locations?city=${cityId}&`,
    '/api/locations?search=of%20many&',
    '/api/locations?search=on&',
  ];
  const totals = async () => {
    visitor.follow(admin);
    const responses = await Promise.all(paths.map((path) => visitor.get(`${path}limit=1`)));
    return responses.map(({ headers }) => headers.get('X-Total-Count'));
  };
  const fields = { name: 'One of many' };
  await appendLocations(server.folder, 1000, { cityId, submitter: admin.id, moderator: admin.id, fields });
  await server.caughtUp();
  expect(await totals()).toEqual(paths.map(() => '1000'));
  await givenLocation(admin, cityId, fields);
  expect(await totals()).toEqual(paths.map(() => '1000+'));
  for (const path of paths) {
    const ids = (await allPages(visitor, `${path}limit=500`)).map(({ id }) => id);
    expect(new Set(ids).size, path).toBe(1001);
    expect(ids, path).toHaveLength(1001);
  }
  expect((await visitor.get('/api/locations')).body).toHaveLength(100);
  expect((await visitor.get(`/api/cities/${cityId}`)).body.locationCount).toBe(1001);
});
