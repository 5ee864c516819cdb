import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { isList, type Document, type Filter, type ReadStore } from '#platform/read-store/index';

import { cityDocument, id, locationDocument, time } from './testing/documents.ts';
import { startService, type TestService } from './testing/service.ts';

/**
 * How many cities one query of the store reads and how many keys it finds at most, and how many keys all queries found
 * together.
 */
const read = { cities: 0, most: 0, sum: 0 };
const citiesIn = ({ cityId }: Filter = {}): number => (isList(cityId) ? cityId.in.length : 0);
const counting = (store: ReadStore): ReadStore => ({
  ...store,
  reader: async (model) => {
    const reader = await store.reader(model);
    return {
      ...reader,
      find: async <D extends Document>(collection: string, options: Parameters<typeof reader.find>[1]) => {
        const found = await reader.find<D>(collection, options);
        read.cities = Math.max(read.cities, citiesIn(options.filter));
        if (options.keysOnly === true) {
          read.sum += found.length;
          read.most = Math.max(read.most, found.length);
        }
        return found;
      },
      count: async (collection, filter, most) => {
        read.cities = Math.max(read.cities, citiesIn(filter));
        return reader.count(collection, filter, most);
      },
    };
  },
});

let service: TestService;
let admin: { token: string };
const cities = 200;
const perCity = 6;
const bySelf = 5;

beforeAll(async () => {
  service = await startService({ wrap: counting, cacheBytes: 0 });
  admin = await service.signIn({ isAdmin: true });
  const closed = Array.from({ length: cities }, (_, at) =>
    cityDocument(1_000 + at, { status: 'deleted', closed: true, locationCount: perCity }),
  );
  const open = cityDocument(1);
  const inClosed = closed.flatMap((city, at) =>
    Array.from({ length: perCity }, (_, nth) => {
      const number = nth * cities + ((at * 7) % cities);
      const status = nth % 2 === 0 ? 'approved' : 'pending';
      // Two locations for each time, so that pages end between locations of the same time.
      return locationDocument(10_000 + number, city.id, { status, createdAt: time(Math.floor(number / 2)) });
    }),
  );
  const inOpen = Array.from({ length: bySelf }, (_, at) => [
    locationDocument(50_000 + at, open.id, { status: 'deleted', createdAt: time(at * 100) }),
    locationDocument(60_000 + at, open.id, { createdAt: time(at * 100) }),
  ]).flat();
  await service.commit({ places: { cities: [open, ...closed], locations: [...inClosed, ...inOpen] } });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => Object.assign(read, { cities: 0, most: 0, sum: 0 }));

async function page(path: string) {
  const response = await service.get(path, admin);
  return {
    ids: ((await response.json()) as { readonly id: string }[]).map((each) => each.id),
    total: response.headers.get('X-Total-Count'),
    next: /<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1],
  };
}

test('the pages of deleted locations with many cities are exact', async () => {
  const moments = new Map<string, string>();
  for (let number = 0; number < cities * perCity; number += 1)
    moments.set(id(10_000 + number), time(Math.floor(number / 2)));
  for (let at = 0; at < bySelf; at += 1) moments.set(id(50_000 + at), time(at * 100));
  const expected = [...moments].sort(([one, since], [other, then]) =>
    since < then ? 1 : since > then ? -1 : one < other ? 1 : -1,
  );
  const found: string[] = [];
  for (let path: string | undefined = '/api/admin/locations?status=deleted&limit=333'; path !== undefined;) {
    const { ids, total, next } = await page(path);
    expect(total).toBe('1000+');
    found.push(...ids);
    path = next;
  }
  expect(found).toEqual(expected.map(([each]) => each));
});

test('a page of deleted locations reads few cities at once, and only what it can still show', async () => {
  const { ids } = await page('/api/admin/locations?status=deleted&limit=20');
  expect(ids).toHaveLength(20);
  expect(read.cities).toBeLessThanOrEqual(10);
  expect(read.most).toBeLessThanOrEqual(21);
  expect(read.sum).toBeLessThanOrEqual(500);
});
