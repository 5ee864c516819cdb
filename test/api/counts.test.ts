import { expect, it } from 'vitest';

import { allPages } from './client.ts';
import { givenCity, givenLocation } from './given.ts';
import { startServer } from './server.ts';

// The test needs 1,001 places, which is much work with MongoDB's test server in the same process.
it('a long list is paged to its end, and its length is exact up to 1000', async () => {
  await using server = await startServer();
  const { admin, visitor } = server;
  const city = await givenCity(admin);
  const add = (count: number) =>
    Promise.all(Array.from({ length: count }, () => givenLocation(admin, city.id, { name: 'One of many' })));
  const paths = [
    '/api/locations?',
    `/api/locations?city=${city.id}&`,
    '/api/locations?search=of%20many&',
    '/api/locations?search=on&',
  ];
  const totals = async () => {
    visitor.follow(admin);
    const answers = await Promise.all(paths.map((path) => visitor.get(`${path}limit=1`)));
    return answers.map(({ headers }) => headers.get('X-Total-Count'));
  };
  for (let round = 0; round < 10; round += 1) await add(100);
  expect(await totals()).toEqual(paths.map(() => '1000'));
  await add(1);
  expect(await totals()).toEqual(paths.map(() => '1000+'));
  for (const path of paths) {
    const ids = (await allPages(visitor, `${path}limit=500`)).map(({ id }) => id);
    expect(new Set(ids).size, path).toBe(1001);
    expect(ids, path).toHaveLength(1001);
  }
  expect((await visitor.get('/api/locations')).body).toHaveLength(100);
  expect((await visitor.get(`/api/cities/${city.id}`)).body.locationCount).toBe(1001);
});
