import { afterAll, beforeAll, expect, test } from 'vitest';

import { namesIdsOf } from '#contracts/moderation/read-models-queue';
import type { Document, ReadStore } from '#platform/read-store/index';

import { cityDocument, id, locationDocument } from './testing/documents.ts';
import { queueCity, queueLocation, queuePhoto, queueTotals } from './testing/queue-documents.ts';
import { startService, type TestService } from './testing/service.ts';

/** The entries of the queue that the query service has read, including the documents and keys that it has looked up. */
let rows = 0;
let reads = 0;
const counting = (store: ReadStore): ReadStore => ({
  ...store,
  reader: async (model) => {
    const reader = await store.reader(model);
    if (model.name !== 'queue') return reader;
    return {
      ...reader,
      find: async <D extends Document>(collection: string, options: Parameters<typeof reader.find>[1]) => {
        const found = await reader.find<D>(collection, options);
        rows += found.length;
        reads += found.length;
        return found;
      },
      getMany: async <D extends Document>(...asked: Parameters<typeof reader.getMany>) => {
        const found = await reader.getMany<D>(...asked);
        reads += found.length;
        return found;
      },
      tally: async (...asked: Parameters<typeof reader.tally>) => {
        const found = await reader.tally(...asked);
        reads += found.size;
        return found;
      },
    };
  },
});

let service: TestService;
let admin: { token: string };
const waiting = 1_500;
const place = queueLocation(11, id(1), { name: 'Bridge' });

beforeAll(async () => {
  service = await startService({ wrap: counting, cacheBytes: 0 });
  admin = await service.signIn({ isAdmin: true });
  const photos = Array.from({ length: waiting }, (_, at) =>
    queuePhoto(1_000 + at, place, { caption: at % 100 === 0 ? 'Dusk' : 'Noon' }),
  );
  await service.commit({
    queue: { cities: [queueCity(1)], locations: [place], photos, totals: [queueTotals({ photo: waiting })] },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

async function rowsFor(query: string): Promise<number> {
  rows = 0;
  const response = await service.get(`/api/admin/queue?${query}&limit=5`, admin);
  expect([response.status, response.headers.get('X-Total-Count')]).toEqual([200, '15']);
  return rows;
}

test('a filtered list is scanned again only after a change of data that the filter reads', async () => {
  const byText = 'search=dusk';
  expect(await rowsFor(byText)).toBeGreaterThanOrEqual(waiting);
  expect(await rowsFor(byText)).toBe(0);
  // Ratings and hearts change places all day long; a text is compared only with the queue's own documents.
  await service.commit({ places: { cities: [cityDocument(1)], locations: [locationDocument(11, id(1))] } });
  expect(await rowsFor(byText)).toBe(0);
  // Whether a person is new is among the places, and each filter follows the models that it reads.
  const byFlag = 'search=dusk&flag=new-member';
  expect(await rowsFor(byFlag)).toBeGreaterThanOrEqual(waiting);
  await service.commit({ places: { people: [{ id: id(77) }] } });
  expect(await rowsFor(byText)).toBe(0);
  expect(await rowsFor(byFlag)).toBeGreaterThanOrEqual(waiting);
  await service.commit({ queue: { photos: [queuePhoto(9_000, place, { caption: 'Noon' })] } });
  expect(await rowsFor(byText)).toBeGreaterThanOrEqual(waiting);
});

test('a page of places costs the same however many names their cities have', async () => {
  const places = Array.from({ length: 50 }, (_, at) =>
    queueLocation(50_000 + at, id(60_000 + at), { state: 'waiting', status: 'pending' }),
  );
  const cities = places.map((_, at) => queueCity(60_000 + at));
  await service.commit({ queue: { cities, locations: places } });
  const readsForPage = async (): Promise<number> => {
    reads = 0;
    const response = await service.get('/api/admin/queue?kind=location&limit=50', admin);
    expect([response.status, await response.json()]).toMatchObject([200, { length: 50 }]);
    return reads;
  };
  const before = await readsForPage();
  const names = cities.flatMap((city) =>
    namesIdsOf(city.id).map((of, digits) => ({
      id: of,
      places: Array.from({ length: 25 }, (_, at) => ({
        id: id(70_000 + digits * 100 + at),
        words: ` place ${at} `,
        coordinates: null,
        keys: [],
      })),
    })),
  );
  await service.commit({ queue: { names } });
  expect(await readsForPage()).toBe(before);
});

test('a page and its signals cost the same with 10,000 waiting items as with 1,500', async () => {
  const hex = (number: number) => number.toString(16).padStart(32, '0');
  const signalled = (number: number) =>
    queuePhoto(number, place, {
      linkKey: `link-${hex(0)}`,
      hostKey: `same-link-${hex(number % 7)}`,
      textKey: `same-text-${hex(number)}`,
      nearPictureKey: `near-picture-${hex(number % 1000)}`,
    });
  const readsFor = async (query: string): Promise<number> => {
    reads = 0;
    expect((await service.get(`/api/admin/queue?${query}`, admin)).status).toBe(200);
    return reads;
  };
  const first = Array.from({ length: 100 }, (_, at) => signalled(at + 1));
  await service.commit({ queue: { photos: first } });
  const questions = ['limit=100', 'kind=photo&limit=100', `signal=same-link-${hex(3)}&limit=10`];
  const before = [];
  for (const question of questions) before.push(await readsFor(question));
  const more = Array.from({ length: 8_500 }, (_, at) => signalled(20_000 + at));
  for (let from = 0; from < more.length; from += 500)
    await service.commit({ queue: { photos: more.slice(from, from + 500) } });
  const after = [];
  for (const question of questions) after.push(await readsFor(question));
  expect(after).toEqual(before);
  for (const count of before) expect(count).toBeLessThan(600);
});
