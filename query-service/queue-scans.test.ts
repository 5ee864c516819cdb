import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Document, ReadStore } from '#platform/read-store/index';

import { cityDocument, id, locationDocument } from './testing/documents.ts';
import { queueCity, queueLocation, queuePhoto, queueTotals } from './testing/queue-documents.ts';
import { startService, type TestService } from './testing/service.ts';

/** The rows of the queue that the query service has read. */
let rows = 0;
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
  const answer = await service.get(`/api/admin/queue?${query}&limit=5`, admin);
  expect([answer.status, answer.headers.get('X-Total-Count')]).toEqual([200, '15']);
  return rows;
}

test('a filtered list is scanned again only after a change of what the filter reads', async () => {
  const byText = 'search=dusk';
  expect(await rowsFor(byText)).toBeGreaterThanOrEqual(waiting);
  expect(await rowsFor(byText)).toBe(0);
  // Ratings and hearts change places all day long; a text is compared with the queue's own documents.
  await service.commit({ places: { cities: [cityDocument(1)], locations: [locationDocument(11, id(1))] } });
  expect(await rowsFor(byText)).toBe(0);
  // Whether somebody is new is in the model of people, and each filter follows what it reads itself.
  const byFlag = 'search=dusk&flag=new-member';
  expect(await rowsFor(byFlag)).toBeGreaterThanOrEqual(waiting);
  await service.commit({ people: { people: [{ id: id(77) }] } });
  expect(await rowsFor(byText)).toBe(0);
  expect(await rowsFor(byFlag)).toBeGreaterThanOrEqual(waiting);
  await service.commit({ queue: { photos: [queuePhoto(9_000, place, { caption: 'Noon' })] } });
  expect(await rowsFor(byText)).toBeGreaterThanOrEqual(waiting);
});
