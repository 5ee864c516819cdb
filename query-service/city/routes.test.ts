import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { City } from '#contracts/city/views';

import { cityDocument, id } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
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
});

describe('one city', () => {
  test('lists the sizes of a picture that this app serves', async () => {
    const city = (await service.json(`/api/cities/${id(1)}`)) as City;
    expect(city).toMatchObject({ name: 'Lisbon', originalId: null, reason: null });
    expect(city.imageSrcset).toContain('/pictures/lisbon/320.webp 320w');
    expect(city.imageSrcset).toContain('/pictures/lisbon/1600.webp 1600w');
  });
});
