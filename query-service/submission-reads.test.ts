import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Document, ReadStore } from '#platform/read-store/index';

import { cityDocument, id, locationDocument, photoDocument, submitterId, time } from './testing/documents.ts';
import { startService, type TestService } from './testing/service.ts';

/** The documents of places that the query service has read. */
let rows = 0;
const counting = (store: ReadStore): ReadStore => ({
  ...store,
  reader: async (model) => {
    const reader = await store.reader(model);
    if (model.name !== 'places') return reader;
    const counted = <D extends Document>(found: D[]): D[] => {
      rows += found.length;
      return found;
    };
    return {
      ...reader,
      find: async <D extends Document>(collection: string, options: Parameters<typeof reader.find>[1]) =>
        counted(await reader.find<D>(collection, options)),
      getMany: async <D extends Document>(collection: string, ids: readonly string[]) =>
        counted(await reader.getMany<D>(collection, ids)),
    };
  },
});

const places = 300;
const limit = 5;

let service: TestService;
let person: { token: string };
beforeAll(async () => {
  service = await startService({ wrap: counting, cacheBytes: 0 });
  person = await service.signIn({ userId: submitterId });
  const photosIn = (first: number, cityId: string, values: object) =>
    Array.from({ length: places }, (_, at) =>
      photoDocument(first + at, id(2_000 + at), { createdAt: time(first + at), cityId, ...values }),
    );
  await service.commit({
    places: {
      cities: [
        cityDocument(1, { submittedBy: id(901) }),
        cityDocument(2, { status: 'deleted', closed: true }),
      ],
      locations: Array.from({ length: places }, (_, at) =>
        locationDocument(2_000 + at, id(1), { submittedBy: id(901) }),
      ),
      photos: [
        ...photosIn(10_000, id(1), {}),
        ...photosIn(20_000, id(1), { placeDeleted: true }),
        ...photosIn(30_000, id(2), {}),
      ],
    },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

test('a page of submissions reads only what it shows, however many photos the person has', async () => {
  let next = `/api/submissions?limit=${limit}`;
  for (let page = 0; page < 3; page += 1) {
    rows = 0;
    const response = await service.get(next, person);
    const shown = (await response.json()) as { entityId: string }[];
    const first = 10_000 + places - 1 - page * limit;
    expect(shown.map(({ entityId }) => entityId)).toEqual(
      Array.from({ length: limit }, (_, at) => id(first - at)),
    );
    expect(response.headers.get('X-Total-Count')).toBe(String(places));
    // The photos, including one that shows that there are more, their locations, and their city.
    expect(rows).toBeLessThanOrEqual(2 * limit + 2);
    next = /<(.*?)>/.exec(response.headers.get('Link') ?? '')?.[1] ?? '';
  }
});
