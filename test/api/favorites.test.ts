import { describe, expect, it } from 'vitest';

import { idsOf } from './client.ts';
import { decide, givenCity, givenLocation } from './given.ts';
import { startForFile } from './server.ts';

const server = await startForFile();
const anna = await server.register();

describe('favourites', () => {
  it('are the person’s own public places, newest first, page by page', async () => {
    const city = await givenCity(server.admin);
    const places = [];
    for (let count = 0; count < 4; count += 1) places.push(await givenLocation(server.admin, city.id));
    for (const { id } of places) expect((await anna.put(`/api/locations/${id}/favorite`)).status).toBe(200);
    const [first, second, third, fourth] = idsOf(places);
    await anna.delete(`/api/locations/${second}/favorite`);
    // A place that is added again becomes the newest.
    await anna.delete(`/api/locations/${first}/favorite`);
    await anna.put(`/api/locations/${first}/favorite`);
    const all = await anna.get('/api/favorites');
    expect(idsOf(all.body)).toEqual([first, fourth, third]);
    expect(all.headers.get('X-Total-Count')).toBe('3');
    expect(all.body[0]).toMatchObject({ isFavorite: true, favoriteCount: 1, cityName: city.name });
    const page = await anna.get('/api/favorites?limit=2');
    expect(idsOf(page.body)).toEqual([first, fourth]);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1] ?? '';
    expect(idsOf((await anna.get(next)).body)).toEqual([third]);

    await server.admin.delete(`/api/locations/${fourth}`);
    anna.follow(server.admin);
    expect(idsOf((await anna.get('/api/favorites?limit=2')).body)).toEqual([first, third]);
    await server.admin.delete(`/api/cities/${city.id}`);
    anna.follow(server.admin);
    expect((await anna.get('/api/favorites')).body).toEqual([]);
    await decide(server.admin, 'cities', city.id, 'restore');
    anna.follow(server.admin);
    expect(idsOf((await anna.get('/api/favorites')).body)).toEqual([first, third]);
  });

  it('are empty at first', async () => {
    expect((await (await server.register()).get('/api/favorites')).body).toEqual([]);
  });
});
