import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { Document, FindOptions, ReadStore } from '#platform/read-store/index';
import type { CityDocument, LocationDocument } from '#contracts/read-models';

import {
  cityDocument,
  contributingHour,
  id,
  locationDocument,
  photoDocument,
  searchDocument,
} from '#query-service/testing/documents';
import { startService, type Commit, type TestService } from '#query-service/testing/service';
import { encodeResponse } from './encoded-response.ts';
import { createResponseCache } from './response-cache.ts';
import { randomCases } from '../../test/harness/random-cases.ts';

const read = async (service: TestService, path: string, headers: Record<string, string> = {}) => {
  const response = await service.get(path, { headers });
  const { status } = response;
  const kept = ['X-Total-Count', 'Link', 'ETag'].map((name) => response.headers.get(name));
  const body = await response.text();
  // The body of a refusal contains the request's id, which always differs.
  return { status, kept, body: status === 200 ? body : '' };
};

describe('cached responses', () => {
  test('never differ from new ones, whatever is written in between', async () => {
    await using cached = await startService();
    await using anew = await startService({ cacheBytes: 0 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const { write, paths } of steps) {
          const position = await cached.commit(write);
          expect(await anew.commit(write)).toBe(position);
          for (const path of [...paths, ...paths]) {
            const headers = { 'X-Min-Position': position };
            expect(await read(cached, path, headers)).toEqual(await read(anew, path, headers));
            expect(await read(cached, path)).toEqual(await read(anew, path));
          }
        }
      }),
      randomCases(4),
    );
    expect(cached.responded.length).toBeGreaterThan(100);
    expect(anew.responded).toHaveLength(0);
    expect(cached.errors).toEqual([]);
  }, 120_000);

  test('are shared by all spellings of the same query', async () => {
    await using service = await startService();
    const seen = async (path: string) => {
      const before = service.responded.length;
      const { status } = await read(service, path);
      return { status, isCached: service.responded.length > before };
    };
    expect(await seen('/api/cities?limit=5&search=lis')).toEqual({ status: 200, isCached: false });
    expect(await seen('/api/cities?search=lis&limit=5')).toEqual({ status: 200, isCached: true });
    expect(await seen('/api/cities?search=lis&utm=7&limit=5')).toEqual({ status: 200, isCached: true });
    expect(await seen('/api/cities?search=lisb&limit=5')).toEqual({ status: 200, isCached: false });
    expect(await seen('/api/cities?limit=0')).toEqual({ status: 400, isCached: false });
    expect(await seen('/api/cities?limit=0')).toEqual({ status: 400, isCached: false });
  });

  test('never contain an outdated public name, even if the name changes while the answer is being made', async () => {
    await using service = await startService();
    const userId = id(50);
    await service.signIn({ userId });
    await service.records.accounts.update(userId, { publicName: 'Before' });
    const place = locationDocument(2, id(1), { submittedBy: userId });
    const other = locationDocument(3, id(1), { submittedBy: userId });
    await service.commit({ places: { cities: [cityDocument(1)], locations: [place, other] } });
    const nameAt = async ({ id }: LocationDocument) =>
      ((await service.json(`/api/locations/${id}`)) as { addedBy: { name: string } | null }).addedBy?.name;
    expect([await nameAt(place), await nameAt(place)]).toEqual(['Before', 'Before']);
    expect(service.responded).toHaveLength(1);
    // The name changes while the response is being made, so that response must not be cached.
    const { accounts } = service.records;
    const read = accounts.publicNames.bind(accounts);
    let renamed = false;
    Object.assign(accounts, {
      publicNames: async (ids: readonly string[]) => {
        const names = await read(ids);
        if (!renamed) await accounts.update(userId, { publicName: 'After' });
        renamed = true;
        return names;
      },
    });
    await accounts.update(userId, { publicName: 'Between' });
    expect(await nameAt(other)).toBe('Between');
    expect([await nameAt(other), await nameAt(other), await nameAt(place)]).toEqual(Array(3).fill('After'));
  });

  test('are not used for identified people', async () => {
    await using service = await startService();
    const { token } = await service.signIn();
    await service.json('/api/cities');
    for (const headers of [
      { Authorization: `Bearer ${token}` },
      { Authorization: 'Bearer wrong' },
      { Cookie: `lightfall_session=${token}` },
    ]) {
      await service.json('/api/cities', { headers });
    }
    expect(service.responded).toHaveLength(0);
    await service.json('/api/cities', { headers: { Cookie: 'another=cookie' } });
    expect(service.responded).toMatchObject([{ method: 'GET', path: '/api/cities', status: 200 }]);
  });

  test('of a location change when its city is renamed and when it becomes trending', async () => {
    await using service = await startService();
    const place = locationDocument(2, id(1), { trend: 1 });
    await service.commit({ places: { cities: [cityDocument(1)], locations: [place] } });
    expect(await service.json(`/api/locations/${place.id}`)).toMatchObject({
      cityName: 'City 1',
      isTrending: 1,
    });
    let position = await service.commit({ places: { cities: [cityDocument(1, { name: 'Renamed' })] } });
    const headers = () => ({ headers: { 'X-Min-Position': position } });
    expect(await service.json(`/api/locations/${place.id}`, headers())).toMatchObject({
      cityName: 'Renamed',
    });
    const others = Array.from({ length: 24 }, (_, at) => locationDocument(100 + at, id(1), { trend: 50 }));
    position = await service.commit({ places: { locations: others } });
    expect(await service.json(`/api/locations/${place.id}`, headers())).toMatchObject({ isTrending: 0 });
  });

  test('are dropped if a change arrived while they were made', async () => {
    const gate = createGate();
    await using service = await startService({ wrap: (store) => gatedStore(store, gate) });
    await service.commit({ places: { cities: [cityDocument(1, { name: 'Before' })] } });
    const slow = service.json('/api/cities');
    await gate.entered;
    const position = await service.commit({ places: { cities: [cityDocument(1, { name: 'After' })] } });
    await service.service.views.reached(BigInt(position));
    gate.open();
    expect(await slow).toMatchObject([{ name: 'Before' }]);
    expect(await service.json('/api/cities')).toMatchObject([{ name: 'After' }]);
  });

  test('make room for newer ones', async () => {
    await using service = await startService({ cacheBytes: 45_000 });
    await service.commit({
      places: { cities: Array.from({ length: 40 }, (_, at) => cityDocument(at, { name: `City ${at}` })) },
    });
    for (let at = 0; at < 40; at += 1) await service.json(`/api/cities/${id(at)}`);
    await service.json(`/api/cities/${id(39)}`);
    expect(service.responded).toHaveLength(1);
    await service.json(`/api/cities/${id(0)}`);
    expect(service.responded).toHaveLength(1);
  });
});

test('a response that would take more than an eighth of the cache is not cached', () => {
  const cache = createResponseCache(80_000);
  const respond = (bytes: number) => encodeResponse({ body: Buffer.alloc(bytes), headers: {} });
  for (const bytes of [8000, 10_000])
    cache.set(String(bytes), { encoded: respond(bytes), uses: [], tags: [] });
  expect(cache.get('8000')).toBeDefined();
  expect(cache.get('10000')).toBeUndefined();
});

interface Gate {
  readonly entered: Promise<void>;
  readonly pass: () => Promise<void>;
  readonly open: () => void;
}

function createGate(): Gate {
  const opened = withResolvers();
  const entered = withResolvers();
  const pass = () => {
    entered.resolve();
    return opened.promise;
  };
  return { entered: entered.promise, pass, open: opened.resolve };
}

function withResolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve };
}

/** The store, with the list of cities blocked until the gate opens. */
const gatedStore = (store: ReadStore, gate: Gate): ReadStore => ({
  ...store,
  reader: async (model) => {
    const reader = await store.reader(model);
    return {
      ...reader,
      async find<D extends Document>(collection: string, options: FindOptions) {
        const found = await reader.find<D>(collection, options);
        if (collection === 'cities' && options.sort !== undefined) await gate.pass();
        return found;
      },
    };
  },
});

describe('the encoding of an answer', () => {
  test('is one that the request accepts, each with its own ETag', async () => {
    await using service = await startService();
    await service.commit({
      places: { cities: Array.from({ length: 20 }, (_, at) => cityDocument(at)) },
    });
    const tags = new Set<string | null>();
    const bodies = new Set<string>();
    for (const _round of ['made', 'cached']) {
      for (const encoding of ['identity', 'gzip', 'br', 'br;q=0, gzip;q=0.5']) {
        const response = await service.get('/api/cities', { headers: { 'Accept-Encoding': encoding } });
        tags.add(response.headers.get('ETag'));
        bodies.add(await response.text());
        const expected = encoding.includes(',') ? 'gzip' : encoding;
        expect(response.headers.get('Content-Encoding') ?? 'identity').toBe(expected);
        expect(response.headers.get('Vary')).toContain('Accept-Encoding');
      }
    }
    expect(tags.size).toBe(3);
    expect(bodies.size).toBe(1);
  });

  test('is skipped (304) for a client that has the answer, and has no body for HEAD', async () => {
    await using service = await startService();
    await service.commit({ places: { cities: [cityDocument(1)] } });
    for (const _round of ['made', 'cached']) {
      const { headers } = await service.get('/api/cities');
      const etag = headers.get('ETag') ?? '';
      const known = await service.get('/api/cities', { headers: { 'If-None-Match': `"other", ${etag}` } });
      expect([known.status, await known.text(), known.headers.get('X-Total-Count')]).toEqual([304, '', '1']);
      const head = await service.get('/api/cities', { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('Content-Length')).toBe(headers.get('Content-Length'));
      expect(head.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(head.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(head.headers.get('Referrer-Policy')).toBeTruthy();
    }
  });
});

const cityNumbers = [1, 2, 3];
const placeNumbers = [11, 12, 13, 14];

const city = fc
  .record({
    number: fc.constantFrom(...cityNumbers),
    status: fc.constantFrom<CityDocument['status']>('approved', 'pending', 'deleted'),
    locationCount: fc.nat(3),
    name: fc.constantFrom('Lisbon', 'Porto'),
  })
  .map(({ number, ...values }): Commit => ({ places: { cities: [cityDocument(number, values)] } }));

const place = fc
  .record({
    number: fc.constantFrom(...placeNumbers),
    status: fc.constantFrom<LocationDocument['status']>('approved', 'rejected'),
    rating: fc.nat(5),
    trend: fc.nat(9),
    name: fc.constantFrom('Bridge', 'Square'),
    cityNumber: fc.constantFrom(...cityNumbers),
  })
  .map(({ number, cityNumber, ...values }): Commit => {
    const location = locationDocument(number, id(cityNumber), values);
    return { places: { locations: [location] }, search: { locations: [searchDocument(location, 'Lisbon')] } };
  });

const photo = fc
  .record({
    number: fc.integer({ min: 21, max: 24 }),
    present: fc.boolean(),
    at: fc.constantFrom(...placeNumbers),
  })
  .map(({ number, present, at }): Commit => ({
    places: { photos: [photoDocument(number, id(at), { present })] },
  }));

const removal = fc
  .constantFrom(...placeNumbers)
  .map((number): Commit => ({ places: { locations: [{ gone: id(number) }] } }));

const person = fc.nat(3).map((people): Commit => ({
  places: { hours: [contributingHour(Date.now(), people)] },
}));

const path = fc.constantFrom(
  '/api/cities',
  '/api/cities?search=lis',
  `/api/cities/${id(1)}`,
  '/api/locations',
  '/api/locations?limit=2',
  '/api/locations?search=bri',
  '/api/locations?search=lisbon',
  '/api/locations?search=lisbon&limit=2',
  '/api/locations?search=evening&city=' + id(2),
  '/api/locations?minRating=1',
  `/api/locations?city=${id(1)}`,
  '/api/locations?category=viewpoint&minRating=3',
  '/api/locations/trending',
  `/api/locations/${id(11)}`,
  `/api/locations/${id(12)}`,
  `/api/locations/${id(11)}/photos?imageData=omit`,
  '/api/stats',
);

const step = fc.record({
  write: fc.oneof(city, place, photo, removal, person),
  paths: fc.array(path, { minLength: 1, maxLength: 4 }),
});
