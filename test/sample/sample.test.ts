import { describe, expect, it } from 'vitest';

import { operations } from '#contracts/api';
import { limits, renditionWidths } from '#contracts/shared/limits';
import { samplePersonIds } from '#contracts/account/sample-people';
import { sampleCities } from '#sample/places/all';

import type { Entity } from '../api/client.ts';
import { cityInput, givenCity, givenLocation } from '../api/given.ts';
import { startForFile, startServer } from '../api/server.ts';

const spots = sampleCities.flatMap((city) => city.spots);
/** The sample's originals are 1600 pixels wide. */
const widths = renditionWidths.filter((width) => width <= 1600);
const pictures = spots.flatMap((spot) => spot.pictures);
const ratings = spots.flatMap((spot) => Object.values(spot.ratings));

/** A type with the fields of both shapes. */
type Place = Entity & {
  readonly rating: number;
  readonly ratingCount: number;
  readonly favoriteCount: number;
};

const server = await startForFile({ SAMPLE: 'on' });

async function listed(path: string): Promise<readonly Place[]> {
  const response = await server.admin.get(path);
  expect(response.status, path).toBe(200);
  return response.body as unknown as readonly Place[];
}
describe('the sample', () => {
  it('is complete, and leaves nothing pending', async () => {
    expect(await listed('/api/cities')).toHaveLength(sampleCities.length);
    expect(await listed('/api/locations?limit=500')).toHaveLength(spots.length);
    for (const queue of ['cities', 'locations', 'edits']) {
      expect(await listed(`/api/admin/pending-${queue}`), queue).toEqual([]);
    }
  });

  it('gives each place its photos, in every width, the first of several featured', async () => {
    const places = await listed('/api/locations?limit=500');
    for (const spot of spots) {
      const place = places.find(({ name }) => name === spot.name);
      const photos = await listed(`/api/locations/${place?.id}/photos?imageData=omit`);
      expect(place?.photoCount, spot.name).toBe(spot.pictures.length);
      expect(photos, spot.name).toHaveLength(spot.pictures.length);
      const featured = photos.map(({ isPrimary }) => isPrimary);
      expect(featured, spot.name).toEqual(photos.map((_, at) => (at === 0 && photos.length > 1 ? 1 : 0)));
      for (const width of widths) expect(photos[0]?.srcset, spot.name).toContain(` ${width}w`);
    }
  });

  it('serves a photo and a city’s picture in every width', async () => {
    const [tower] = await listed('/api/locations?search=bel%C3%A9m%20tower');
    const [photo] = await listed(`/api/locations/${tower?.id}/photos?imageData=omit`);
    const [city] = await listed('/api/cities?search=lisbon');
    for (const width of widths) {
      for (const url of [photo?.url, city?.imageUrl]) {
        const response = await fetch(server.origin + (url ?? '').replace(/\d+\.webp$/, `${width}.webp`));
        expect(response.status, `${url} at ${width}`).toBe(200);
        expect(response.headers.get('Content-Type')).toBe('image/webp');
        await response.arrayBuffer();
      }
    }
  });

  it('has ratings, hearts and trending places from the first minute', async () => {
    const places = await listed('/api/locations?limit=500');
    expect(places.reduce((sum, { ratingCount }) => sum + ratingCount, 0)).toBe(ratings.length);
    expect(places.reduce((sum, { favoriteCount }) => sum + favoriteCount, 0)).toBe(
      spots.flatMap(({ hearts }) => hearts).length,
    );
    const best = await listed('/api/locations?minRating=4.5&limit=500');
    expect(best.length).toBeGreaterThan(5);
    expect(best.length).toBeLessThan(spots.length);
    const trending = (await listed(operations.listTrending.path)).filter(
      ({ isTrending }) => isTrending === 1,
    );
    expect(trending).toHaveLength(limits.trending);
  });

  it('counts none of its people as a contributor', async () => {
    const { body } = await server.visitor.get('/api/stats');
    // The administrator, who submitted the places.
    expect(body).toEqual({
      cities: sampleCities.length,
      locations: spots.length,
      photos: pictures.length,
      contributors: 1,
    });
  });

  it('has people who cannot sign in', async () => {
    for (const person of Object.keys(samplePersonIds)) {
      const email = `${person}@sample.invalid`;
      const input = { email, password: 'a good password', firstName: 'A', lastName: 'B' };
      expect((await server.visitor.post('/auth/register', input)).status, email).toBe(409);
      for (const password of ['', 'null', 'sample', 'a good password']) {
        const response = await server.visitor.post('/auth/login', { email, password });
        expect([400, 401], `${email} ${password}`).toContain(response.status);
      }
    }
  });
});

describe('removing the sample', () => {
  const state = async () => (await server.admin.get('/api/admin/sample')).body;

  it('reports its contents, and deletes them with people’s additions to them, but nothing else', async () => {
    const { admin } = server;
    const own = await givenCity(admin);
    const place = await givenLocation(admin, own.id);
    const [lisbon] = (await admin.get('/api/cities?search=lisbon')).body;
    await givenLocation(admin, lisbon?.id ?? '');
    await admin.put(`/api/cities/${lisbon?.id}`, { name: 'Lisboa' });
    expect(await state()).toEqual({
      present: true,
      cities: sampleCities.length,
      locations: spots.length + 1,
    });

    expect((await admin.delete('/api/admin/sample')).status).toBe(204);
    expect(await state()).toEqual({ present: false, cities: 0, locations: 0 });
    const left = await Promise.all(['/api/cities', '/api/locations'].map((path) => admin.get(path)));
    expect(left.map(({ body }) => body.map(({ id }) => id))).toEqual([[own.id], [place.id]]);
  });

  it('erases its people, whose addresses are free again', async () => {
    const input = {
      email: 'maya@sample.invalid',
      password: 'a good password',
      firstName: 'M',
      lastName: 'S',
    };
    expect((await server.visitor.post('/auth/register', input)).status).toBe(201);
  });

  it('changes nothing when repeated, but deletes what was restored meanwhile', async () => {
    const { admin } = server;
    expect((await admin.delete('/api/admin/sample')).status).toBe(204);
    const [lisboa] = (await admin.get('/api/admin/cities?search=lisboa')).body;
    expect((await admin.post(`/api/admin/cities/${lisboa?.id}/restore`)).status).toBe(200);
    expect(await state()).toMatchObject({ present: true, cities: 1 });
    expect((await admin.delete('/api/admin/sample')).status).toBe(204);
    expect(await state()).toEqual({ present: false, cities: 0, locations: 0 });
  });

  it('is only for the administrator', async () => {
    const someone = await server.register();
    expect((await someone.delete('/api/admin/sample')).status).toBe(403);
    expect((await server.visitor.delete('/api/admin/sample')).status).toBe(401);
  });
});

it('a guide without the sample reports none, and removing it changes nothing', async () => {
  await using empty = await startServer();
  await empty.admin.post('/api/cities', cityInput());
  expect((await empty.admin.get('/api/admin/sample')).body).toEqual({
    present: false,
    cities: 0,
    locations: 0,
  });
  expect((await empty.admin.delete('/api/admin/sample')).status).toBe(204);
  expect((await empty.admin.get('/api/cities')).body).toHaveLength(1);
});
