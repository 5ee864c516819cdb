import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Document, ReadStore } from '#platform/read-store/index';

import { cityDocument, id, locationDocument, searchDocument } from './testing/documents.ts';
import { startService, type TestService } from './testing/service.ts';

/** Counts what the query service reads from the store: candidates of searches, and documents. */
const asked = { candidates: 0, searches: 0, documents: 0, finds: 0 };
/** Called before each slice of a search. */
let onSearch: () => Promise<void> = async () => undefined;

const counting = (store: ReadStore): ReadStore => ({
  ...store,
  reader: async (model) => {
    const reader = await store.reader(model);
    return {
      ...reader,
      getMany: async <D extends Document>(collection: string, ids: readonly string[]) => {
        asked.documents += ids.length;
        return reader.getMany<D>(collection, ids);
      },
      find: async <D extends Document>(collection: string, options: Parameters<typeof reader.find>[1]) => {
        asked.finds += 1;
        const found = await reader.find<D>(collection, options);
        asked.documents += found.length;
        return found;
      },
      search: async (collection, options) => {
        asked.searches += 1;
        asked.candidates += options.scanLimit;
        await onSearch();
        return reader.search(collection, options);
      },
      countSearch: async (collection, options) => {
        asked.searches += 1;
        asked.candidates += options.scanLimit;
        await onSearch();
        return reader.countSearch(collection, options);
      },
    };
  },
});

let service: TestService;
const places = 9_000;

beforeAll(async () => {
  // The store answers every search, as in an installation that is too large for memory.
  const searchMemory = { documents: 0, textBytes: 0 };
  service = await startService({ wrap: counting, cacheBytes: 0, searchMemory });
  const city = cityDocument(1);
  const cities = Array.from({ length: 2_500 }, (_, at) =>
    cityDocument(10_000 + at, { name: `Quay ${String(at).padStart(4, '0')}`, locationCount: 2_500 - at }),
  );
  await service.commit({ places: { cities: [city, ...cities] } });
  for (let from = 0; from < places; from += 1_000) {
    const locations = Array.from({ length: 1_000 }, (_, at) =>
      locationDocument(20_000 + from + at, city.id, {
        // Contains all trigrams of 'aabab', but not the word.
        name: 'the aab aba bab',
        description: 'the aab aba bab',
        approved: 1 + from + at,
        rating: from === 0 && at === 0 ? 5 : 4.2,
        ratingCount: 1,
      }),
    );
    await service.commit({
      places: { locations },
      search: { locations: locations.map((location) => searchDocument(location, city.name)) },
    });
  }
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(asked, { candidates: 0, searches: 0, documents: 0, finds: 0 });
  onSearch = async () => undefined;
});

const look = async (path: string) => {
  const response = await service.get(path);
  const next = /<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1];
  return {
    items: (await response.json()) as { readonly id: string; readonly name: string }[],
    total: response.headers.get('X-Total-Count'),
    next,
  };
};

test('the best rated of many locations are found without reading the others', async () => {
  const found = await look('/api/locations?search=the&minRating=5&limit=1');
  expect(found).toMatchObject({ items: [{ id: id(20_000) }], total: '1', next: undefined });
  expect(asked.documents).toBeLessThan(20);
  expect(asked.candidates).toBeLessThan(2_000);
});

test.each(['search=the&minRating=4.9&limit=1', 'search=aabab', 'search=aabab&category=viewpoint'])(
  'a search that finds almost nothing among many locations stops and says where it continues: %s',
  async (query) => {
    const first = await look(`/api/locations?${query}`);
    expect(first.items).toEqual([]);
    expect(first.total).toBe('1000+');
    expect(asked.candidates).toBeLessThanOrEqual(9_000);
    // All pages together contain the whole result.
    const items = [...first.items];
    for (let { next } = first; next !== undefined;) {
      const page = await look(next);
      items.push(...page.items);
      next = page.next;
    }
    expect(items.map((item) => item.id)).toEqual(query.includes('minRating') ? [id(20_000)] : []);
  },
);

test('the more words a search has, the fewer candidates it reads', async () => {
  const words = 'aabab the aab aba bab a b t aa ab ba th "the aab" "aab aba" "aba bab" "the a" "e aab"';
  const found = await look(`/api/locations?search=${encodeURIComponent(words)}`);
  expect(found).toMatchObject({ items: [], total: '1000+' });
  expect(asked.candidates).toBeLessThanOrEqual(4_500);
});

test('the same query from many clients at once runs once', async () => {
  const path = '/api/locations?search=aabab';
  await look(path);
  const once = asked.searches;
  asked.searches = 0;
  const { token } = await service.signIn();
  const together = [
    ...Array.from({ length: 20 }, () => service.get(path)),
    ...Array.from({ length: 20 }, () => service.get(path, { token })),
  ];
  await Promise.all(together);
  // It runs once for visitors and once for that person, and again for requests that arrived too late to share.
  expect(asked.searches).toBeLessThanOrEqual(4 * once);
});

test('a query that uses records runs for each client, so that a later one reads what was stored since', async () => {
  let onRead = async (): Promise<void> => undefined;
  await using own = await startService({
    wrapRecords: ({ accounts, ...records }) => ({
      ...records,
      accounts: {
        ...accounts,
        async byId(userId) {
          const account = await accounts.byId(userId);
          await onRead();
          return account;
        },
      },
    }),
  });
  const { token } = await own.signIn({ isAdmin: true });
  const { userId } = await own.signIn();
  const ask = () => own.json(`/api/admin/people/${userId}`, { token, signal: AbortSignal.timeout(10_000) });
  let later: unknown;
  onRead = async () => {
    onRead = async () => undefined;
    await own.records.accounts.update(userId, { firstName: 'Grace' });
    later = await ask();
  };
  expect(await ask()).toMatchObject({ name: 'Ada Lovelace' });
  expect(later).toMatchObject({ name: 'Grace Lovelace' });
});

test('a search stops when its caller disconnects', async () => {
  const path = '/api/locations?search=aabab&limit=3';
  await look(path);
  const whole = asked.searches;
  asked.searches = 0;
  const gone = new AbortController();
  onSearch = async () => {
    onSearch = async () => undefined;
    gone.abort();
    // Once another request is answered, the server has noticed that this client disconnected.
    await service.get('/api/stats');
  };
  await expect(service.get(path, { signal: gone.signal })).rejects.toThrow();
  // Slices take turns, so the aborted search would also have finished by the time this one is answered.
  await look('/api/locations?search=aabab&limit=4');
  expect(asked.searches).toBeLessThanOrEqual(whole + 2);
  expect(service.errors).toEqual([]);
});

test('a search of cities reads a limited number for each page, and all pages together find every match', async () => {
  const first = await look('/api/cities?search=quay&limit=500');
  expect(asked.documents).toBeLessThanOrEqual(2_500);
  expect(first.total).toBe('1000+');
  const names = first.items.map(({ name }) => name);
  for (let { next } = first; next !== undefined;) {
    const page = await look(next);
    names.push(...page.items.map(({ name }) => name));
    next = page.next;
  }
  expect(names).toHaveLength(2_500);
  expect(new Set(names).size).toBe(2_500);
  asked.documents = 0;
  expect(await look('/api/cities?search=nowhere')).toMatchObject({ items: [], total: '1000+' });
  expect(asked.documents).toBeLessThanOrEqual(2_500);
});
