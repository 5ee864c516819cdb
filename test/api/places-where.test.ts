import { describe, expect, it } from 'vitest';

import { allPages, type Entity } from './client.ts';
import { givenCity, givenLocation } from './given.ts';
import { startForFile } from './server.ts';

const at = (latitude: number, longitude: number) => ({ coordinates: { latitude, longitude } });

const server = await startForFile();
const { admin } = server;
const city = await givenCity(admin, { name: 'Porto' });
await givenLocation(admin, city.id, { name: 'Quay', category: 'cafe', ...at(41.14, -8.61) });
await givenLocation(admin, city.id, { name: 'Bridge', ...at(41.1402, -8.61) });
await givenLocation(admin, city.id, { name: 'Tower', ...at(41.15, -8.61) });
await givenLocation(admin, city.id, { name: 'Far quay', ...at(42, -8.61) });
await givenLocation(admin, city.id, { name: 'Nowhere quay' });
await givenLocation(admin, city.id, { name: 'East of the line', ...at(0, 179.9) });
await givenLocation(admin, city.id, { name: 'West of the line', ...at(0, -179.9) });
server.visitor.follow(admin);

const names = async (query: string) =>
  (await server.visitor.get(`/api/locations?${query}`)).body.map(({ name }: Entity) => name) as string[];
interface Shown {
  readonly places: readonly object[];
  readonly clusters: ReadonlyArray<{ readonly count: number }>;
}
const map = async (query: string) => {
  const response = await server.visitor.get(`/api/map?${query}`);
  expect(response.status).toBe(200);
  return response.body as unknown as Shown;
};

describe('places near a point', () => {
  it('are sorted by distance in metres, and neither cached nor stored', async () => {
    const response = await server.visitor.get('/api/locations?near=41.14,-8.61');
    expect(response.body).toMatchObject([
      { name: 'Quay', distance: 0 },
      { name: 'Bridge', distance: 22 },
      { name: 'Tower', distance: 1112 },
    ]);
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('X-Total-Count')).toBe('3');
    expect((await admin.get('/api/locations?near=41.14,-8.61&limit=1')).body).toMatchObject([
      { name: 'Quay', distance: 0, isFavorite: false },
    ]);
  });

  it('are within the distance, match the filters and the search, and come in pages', async () => {
    expect(await names('near=41.14,-8.61&within=0.5')).toEqual(['Quay', 'Bridge']);
    expect(await names('near=41.14,-8.61&within=100')).toEqual(['Quay', 'Bridge', 'Tower', 'Far quay']);
    expect(await names('near=41.14,-8.61&category=cafe')).toEqual(['Quay']);
    expect(await names('near=41.14,-8.61&within=100&search=quay')).toEqual(['Quay', 'Far quay']);
    expect(await names('near=41.14,-8.61&bbox=-9,41.141,-8,42')).toEqual(['Tower']);
    expect(await names('near=41.14,-8.61&limit=1&page=2')).toEqual(['Bridge']);
    // The most digits that a number may be printed with.
    expect(await names(`near=${0.1 + 0.2},180&within=100`)).toHaveLength(2);
    const paged = await allPages(server.visitor, '/api/locations?near=41.14,-8.61&within=100&limit=1');
    expect(paged.map(({ name }) => name)).toEqual(['Quay', 'Bridge', 'Tower', 'Far quay']);
  });

  it.each([
    'near=41.14',
    'near=91,0',
    'near=0,181',
    'near=a,b',
    'near=1,2,3',
    'within=0&near=0,0',
    'within=101&near=0,0',
    'within=-1&near=0,0',
    'bbox=1,2,3',
    'bbox=0,10,5,5',
    'bbox=-181,0,0,5',
  ])('are 400 for %s', async (query) => {
    expect((await server.visitor.get(`/api/locations?${query}`)).status).toBe(400);
  });
});

describe('places in a box', () => {
  it('are newest first, and cross the date line if east is smaller than west', async () => {
    expect(await names('bbox=-9,41,-8,41.145')).toEqual(['Bridge', 'Quay']);
    expect(await names('bbox=179,-1,-179,1')).toEqual(['West of the line', 'East of the line']);
    const paged = await allPages(server.visitor, '/api/locations?bbox=-180,-90,180,90&limit=2');
    expect(paged.map(({ name }) => name)).toEqual([
      'West of the line',
      'East of the line',
      'Far quay',
      'Tower',
      'Bridge',
      'Quay',
    ]);
  });
});

describe('the map', () => {
  it('shows each place alone or in a cluster', async () => {
    const wide = await map('zoom=10&bbox=-9,41,-8,41.16');
    expect(wide).toEqual({
      places: [],
      clusters: [expect.objectContaining({ count: 3, bbox: [-8.61, 41.14, -8.61, 41.15] }) as object],
    });
    const close = await map('zoom=14&bbox=-9,41,-8,41.16');
    expect(close.clusters).toMatchObject([{ count: 2, bbox: [-8.61, 41.14, -8.61, 41.1402] }]);
    expect(close.places).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Tower',
        category: 'viewpoint',
        latitude: 41.15,
        longitude: -8.61,
        rating: 0,
        thumbnailUrl: null,
      },
    ]);
  });

  it('covers the world without a box, and accepts the filters', async () => {
    const count = ({ places, clusters }: Shown) =>
      places.length + clusters.reduce((sum, cluster) => sum + cluster.count, 0);
    expect(count(await map(''))).toBe(6);
    expect(count(await map('category=cafe'))).toBe(1);
    expect(count(await map('search=quay'))).toBe(2);
    expect(count(await map('minRating=4'))).toBe(0);
  });

  it('covers the distance around a point, and an answer for a position is not cached', async () => {
    const count = ({ places, clusters }: Shown) =>
      places.length + clusters.reduce((sum, cluster) => sum + cluster.count, 0);
    expect(count(await map('near=41.14,-8.61'))).toBe(3);
    expect(count(await map('near=41.14,-8.61&within=0.5&zoom=20'))).toBe(2);
    expect(count(await map('near=41.14,-8.61&within=100&search=quay'))).toBe(2);
    expect(count(await map('near=41.14,-8.61&bbox=-9,41.141,-8,42'))).toBe(1);
    expect(count(await map('near=0,180&within=50'))).toBe(2);
    expect(count(await map('within=0.5'))).toBe(6);
    const { headers } = await server.visitor.get('/api/map?near=41.14,-8.61');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
  });

  it('shows the public places of a person, and none without a public page', async () => {
    const id = (await admin.get('/api/auth/user')).body['id'] as string;
    expect(await map(`addedBy=${id}`)).toEqual({ places: [], clusters: [] });
    await admin.patch('/auth/account', { publicName: 'Ada', publicPage: true });
    const { places, clusters } = await map(`addedBy=${id}&zoom=20`);
    expect(places.length + clusters.length).toBeGreaterThan(3);
    await admin.patch('/auth/account', { publicPage: false });
    expect(await map(`addedBy=${id}&zoom=20`)).toEqual({ places: [], clusters: [] });
  });

  it('leaves out the places of a deleted city, and shows them again after a restore', async () => {
    const other = await givenCity(admin);
    await givenLocation(admin, other.id, at(10, 10));
    server.visitor.follow(admin);
    const box = 'zoom=10&bbox=9,9,11,11';
    expect(await map(box)).toMatchObject({ places: [{ latitude: 10 }], clusters: [] });
    await admin.delete(`/api/cities/${other.id}`);
    server.visitor.follow(admin);
    expect(await map(box)).toEqual({ places: [], clusters: [] });
    expect(await names('near=10,10')).toEqual([]);
    await admin.post(`/api/admin/cities/${other.id}/restore`);
    server.visitor.follow(admin);
    expect(await map(box)).toMatchObject({ places: [{ latitude: 10 }] });
  });

  it.each([
    'zoom=21',
    'near=91,0',
    'near=1,2&near=3,4',
    'within=0&near=0,0',
    'within=101',
    'zoom=-1',
    'zoom=x',
    'bbox=here',
    'addedBy=me',
    'search=a&search=b',
    'minRating=6',
    'light=x',
  ])('is 400 for %s', async (query) => {
    expect((await server.visitor.get(`/api/map?${query}`)).status).toBe(400);
  });
});
