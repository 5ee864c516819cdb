import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Document, FindOptions, ReadStore } from '#platform/read-store/index';

import { cityDocument, id, locationDocument, searchDocument } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

/** Ids of the documents read from the store. */
let read: string[] = [];
/** Runs once, between the keys of a page and its locations. */
let betweenKeysAndLocations: (() => Promise<unknown>) | undefined;
let service: TestService;
const userId = id(50);
let position = '';

const counting = (store: ReadStore): ReadStore => ({
  ...store,
  reader: async (model) => {
    const reader = await store.reader(model);
    return {
      ...reader,
      getMany: async <D extends Document>(collection: string, ids: readonly string[]) => {
        read.push(...ids);
        return reader.getMany<D>(collection, ids);
      },
      find: async <D extends Document>(collection: string, options: FindOptions) => {
        const found = await reader.find<D>(collection, options);
        if (options.keysOnly !== true) return found;
        const then = betweenKeysAndLocations;
        betweenKeysAndLocations = undefined;
        await then?.();
        return found;
      },
    };
  },
});

const city = cityDocument(1, { name: 'Åbo' });
const places = [2, 3, 4].map((number) =>
  locationDocument(number, city.id, { name: `Pïer ${number}`, submittedBy: userId }),
);
const search = { locations: places.map((location) => searchDocument(location, 'abo')) };

beforeAll(async () => {
  service = await startService({ wrap: counting });
  await service.signIn({ userId });
  await service.records.accounts.update(userId, { publicName: 'Before' });
  position = await service.commit({ places: { cities: [city], locations: places }, search });
});
afterAll(() => service[Symbol.asyncDispose]());

let limit = 100;
/** A search that is not cached: each has another limit. */
async function ask(token?: string) {
  limit += 1;
  const path = `/api/locations?search=pier&limit=${limit}`;
  const headers = { 'X-Min-Position': position };
  const found: readonly Readonly<Record<string, unknown>>[] = await service.json(path, {
    headers,
    ...(token === undefined ? {} : { token }),
  });
  return found;
}
beforeEach(async () => {
  await ask();
  read = [];
});

test('a visitor gets what a signed-in person gets, except for the opinion', async () => {
  const { token } = await service.signIn();
  const visitors = await ask();
  expect(visitors.map(({ name, cityName }) => [name, cityName])).toEqual(
    [4, 3, 2].map((number) => [`Pïer ${number}`, 'Åbo']),
  );
  const persons = await ask(token);
  expect(visitors).toEqual(persons.map((each) => ({ ...each, isFavorite: null })));
});

test('a new search reads no location that an earlier answer contained', async () => {
  expect(await ask()).toHaveLength(3);
  expect(read).toEqual([]);
});

test('a page of the list reads no location that an earlier answer contained', async () => {
  const listed: readonly { readonly name: string }[] = await service.json('/api/locations?limit=2');
  expect(listed.map(({ name }) => name)).toEqual(['Pïer 4', 'Pïer 3']);
  expect(read).toEqual([]);
});

test('one location is answered from the data of lists, without middleware, until it changes', async () => {
  const [place = locationDocument(2, city.id)] = places;
  const path = `/api/locations/${place.id}`;
  const responded = () => service.responded.length;
  const asked = async (): Promise<Readonly<Record<string, unknown>>> => service.json(path);
  const first = await asked();
  const before = responded();
  expect(await asked()).toEqual(first);
  expect((await service.get(path)).headers.get('etag')).toMatch(/^"[\w-]+"$/);
  expect([responded(), read]).toEqual([before + 2, []]);

  const renamed = { ...place, name: 'Renamed' };
  await service.commit({ places: { locations: [renamed] } });
  expect(await asked()).toMatchObject({ name: 'Renamed' });
  await service.records.accounts.update(userId, { publicName: 'Then' });
  expect(await asked()).toMatchObject({ addedBy: { name: 'Then' } });
  await service.records.accounts.update(userId, { publicName: 'Before' });
  const elsewhere = { ...city, name: 'Vasa' };
  await service.commit({ places: { cities: [elsewhere] } });
  expect(await asked()).toMatchObject({ cityName: 'Vasa' });
  const deleted = { ...city, status: 'deleted', closed: true, locationCount: 1 } as const;
  await service.commit({ places: { cities: [deleted] } });
  expect((await service.get(path)).status).toBe(404);
  position = await service.commit({ places: { cities: [city], locations: [place] } });
  expect(await asked()).toEqual(first);
});

test('a location that is hidden while its page is made is not on the page', async () => {
  const hide = locationDocument(9, city.id, { name: 'Soon hidden' });
  await service.commit({ places: { locations: [hide] } });
  betweenKeysAndLocations = async () => {
    const hidden = { ...hide, status: 'deleted', isApproved: false } as const;
    await service.commit({ places: { locations: [hidden] } });
  };
  const listed: readonly { readonly id: string }[] = await service.json('/api/locations?limit=3');
  expect(betweenKeysAndLocations).toBeUndefined();
  expect(listed.map((each) => each.id)).not.toContain(hide.id);
});

test('only a changed location is read again', async () => {
  const [, changed = locationDocument(3, city.id)] = places;
  const after = { ...changed, description: 'Changed' };
  position = await service.commit({ places: { locations: [after] } });
  read = [];
  expect((await ask()).map(({ description }) => description)).toContain('Changed');
  expect(read).toEqual([changed.id]);
});

test('only a change of a city that shows in its locations causes these to be read again', async () => {
  const counted = { ...city, locationCount: 10 };
  position = await service.commit({ places: { cities: [counted] } });
  read = [];
  await ask();
  expect(read).toEqual([city.id]);
  const renamed = { ...city, name: 'Turku' };
  position = await service.commit({ places: { cities: [renamed] } });
  expect((await ask()).map(({ cityName }) => cityName)).toEqual(['Turku', 'Turku', 'Turku']);
});

test('a new public name and the end of a trend are shown at once', async () => {
  const names = async () => new Set((await ask()).map(({ addedBy }) => (addedBy as { name: string }).name));
  expect(await names()).toEqual(new Set(['Before']));
  await service.records.accounts.update(userId, { publicName: 'After' });
  expect(await names()).toEqual(new Set(['After']));
  const cities = Array.from({ length: 24 }, (_, at) => cityDocument(200 + at));
  const others = cities.map((each, at) => locationDocument(100 + at, each.id, { trend: 50 }));
  expect((await ask()).map(({ isTrending }) => isTrending)).toEqual([1, 1, 1]);
  position = await service.commit({ places: { cities, locations: others } });
  expect((await ask()).map(({ isTrending }) => isTrending)).toEqual([0, 0, 0]);
});
