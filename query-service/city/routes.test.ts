import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { City } from '#contracts/city/views';

import { cityDocument, id, submitterId } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let submitter: { token: string };
let stranger: { token: string };
let admin: { token: string };

beforeAll(async () => {
  service = await startService();
  submitter = await service.signIn({ userId: submitterId });
  stranger = await service.signIn();
  admin = await service.signIn({ isAdmin: true });
  await service.commit({
    places: {
      cities: [
        cityDocument(1, { name: 'Lisbon', locationCount: 3 }),
        cityDocument(2, { name: 'Łódź', country: 'Poland', locationCount: 5 }),
        cityDocument(3, { name: 'Porto', locationCount: 3 }),
        cityDocument(4, { name: 'Poland Creek', country: 'Canada' }),
        cityDocument(5, { name: 'Waiting', status: 'pending' }),
        cityDocument(6, { name: 'Declined', status: 'rejected', reason: 'A test' }),
        cityDocument(7, { name: 'Gone', status: 'deleted' }),
        cityDocument(8, { name: '100% .* real', country: 'Nowhere' }),
        cityDocument(9, { name: 'Withdrawn', status: 'withdrawn' }),
      ],
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const names = async (path: string): Promise<string[]> =>
  ((await service.json(path)) as City[]).map(({ name }) => name);

describe('the list of cities', () => {
  test('contains approved cities, most locations first, then by name', async () => {
    expect(await names('/api/cities')).toEqual(['Łódź', 'Lisbon', 'Porto', '100% .* real', 'Poland Creek']);
  });

  test('is the same for the administrator', async () => {
    const cities = (await service.json('/api/cities', admin)) as City[];
    expect(cities).toHaveLength(5);
  });

  test('is paged without gap or repeat', async () => {
    const seen: string[] = [];
    for (let path: string | undefined = '/api/cities?limit=2'; path !== undefined;) {
      const response = await service.get(path);
      expect(response.headers.get('X-Total-Count')).toBe('5');
      seen.push(...((await response.json()) as City[]).map(({ name }) => name));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    expect(seen).toEqual(await names('/api/cities'));
  });

  test.each(['', '&search=o'])('also has numbered pages%s, and none after its last', async (search) => {
    const all = await names(`/api/cities?limit=100${search}`);
    const pages: string[] = [];
    for (const page of [1, 2, 3]) {
      const response = await service.get(`/api/cities?limit=2&page=${page}${search}`);
      expect(response.headers.get('X-Total-Count')).toBe(String(all.length));
      pages.push(...((await response.json()) as City[]).map(({ name }) => name));
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
      if (next !== undefined) expect((await names(next))[0]).toBe(all[page * 2]);
      else expect(pages).toHaveLength(all.length);
    }
    expect(pages).toEqual(all);
    expect(await names(`/api/cities?limit=2&page=4${search}`)).toEqual([]);
  });

  test.each(['page=0', 'page=1000000', 'page=x'])('refuses %s', async (page) => {
    expect((await service.get(`/api/cities?${page}`)).status).toBe(400);
  });

  test('reads nothing for a page beyond the counted items', async () => {
    expect(await names('/api/cities?limit=500&page=900')).toEqual([]);
  });

  test.each([
    ['lodz', ['Łódź']],
    ['POLAND', ['Poland Creek', 'Łódź']],
    ['po', ['Porto', 'Poland Creek', 'Łódź', 'Lisbon']],
    ['portugal por', ['Lisbon', 'Porto']],
    ['poland creek', ['Poland Creek']],
    ['creek pol', ['Poland Creek']],
    ['"creek pol"', []],
    ['"land cr"', ['Poland Creek']],
    ['b', []],
    ['ort', ['Porto', 'Lisbon']],
    ['"% .*"', ['100% .* real']],
    ['.* 100%', ['100% .* real']],
    ['% .*', []],
    ['%', []],
    ['nothing', []],
    ['   ', ['Łódź', 'Lisbon', 'Porto', '100% .* real', 'Poland Creek']],
  ])('searched for %j has the right hits in order', async (text, expected) => {
    expect(await names(`/api/cities?search=${encodeURIComponent(text)}`)).toEqual(expected);
  });

  test('is paged during a search, matches in the name first', async () => {
    const first = await service.get('/api/cities?search=poland&limit=1');
    expect(first.headers.get('X-Total-Count')).toBe('2');
    const next = /<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    expect(next).toContain('search=poland');
    expect(await names(next)).toEqual(['Łódź']);
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'limit=1&limit=2',
    'cursor=',
    'cursor=made-up',
    'cursor=WzFd',
  ])('refuses %s', async (query) => {
    const response = await service.get(`/api/cities?${query}`);
    expect(response.status).toBe(400);
    expect(response.headers.get('Content-Type')).toContain('application/problem+json');
    const [field = ''] = query.split('=');
    expect(await response.json()).toMatchObject({ code: 'invalid', errors: [{ path: field }] });
  });

  test('refuses the cursor of another list', async () => {
    const first = await service.get('/api/cities?limit=1');
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('Link') ?? '')?.[1] ?? '';
    expect((await service.get(`/api/cities?cursor=${cursor}`)).status).toBe(200);
    expect((await service.get(`/api/locations?cursor=${cursor}`)).status).toBe(400);
    expect((await service.get(`/api/cities?search=poland&cursor=${cursor}`)).status).toBe(400);
  });
});

describe('one city', () => {
  test('lists the sizes of a picture that this app serves', async () => {
    const city = (await service.json(`/api/cities/${id(1)}`)) as City;
    expect(city).toMatchObject({ name: 'Lisbon', originalId: null, reason: null });
    expect(city.imageSrcset).toContain('/pictures/lisbon/320.webp 320w');
    expect(city.imageSrcset).toContain('/pictures/lisbon/1600.webp 1600w');
  });

  test.each([5, 6, 9])(
    'that is not public (%i) is visible only to its submitter and the administrator',
    async (number) => {
      const status = async (who?: { token: string }) =>
        (await service.get(`/api/cities/${id(number)}`, who)).status;
      expect([await status(submitter), await status(admin), await status(stranger), await status()]).toEqual([
        200, 200, 404, 404,
      ]);
    },
  );

  test('that is deleted is visible to nobody', async () => {
    for (const who of [submitter, admin, undefined]) {
      const response = await service.get(`/api/cities/${id(7)}`, who);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'city-not-found', message: 'City not found' });
    }
  });

  test('gets 400 for a malformed id, 404 for an unknown one', async () => {
    expect((await service.get('/api/cities/7')).status).toBe(400);
    expect((await service.get('/api/cities/%ZZ')).status).toBe(400);
    expect((await service.get(`/api/cities/${id(77)}`)).status).toBe(404);
    expect((await service.get(`/api/cities/${id(1).toUpperCase()}`)).status).toBe(200);
  });
});
