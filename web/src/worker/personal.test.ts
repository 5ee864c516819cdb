// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { favoritesMost } from '#contracts/page-sizes';
import { pathOf } from '#contracts/screens';

import { keepPersonal, learnPerson } from './personal.ts';

const origin = 'http://localhost:3000';
const personal = 'personal ada';
const all = new Map<string, Map<string, Response>>();
const cacheOf = (name: string) => {
  const kept = all.get(name) ?? new Map<string, Response>();
  all.set(name, kept);
  const nameOf = (request: string | { readonly url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href;
  return {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (request: string) => kept.get(nameOf(request))?.clone(),
    put: async (request: string, response: Response) => void kept.set(nameOf(request), response),
    delete: async (request: string) => kept.delete(nameOf(request)),
  };
};

/** What the server answers, by path; and the requests that it got. */
const responses = new Map<string, () => Response>();
const asked: { readonly path: string; readonly etag: string | null }[] = [];

beforeEach(() => {
  all.clear();
  responses.clear();
  asked.length = 0;
  cacheOf(personal);
  responses.set('/api/lists', () => Response.json([]));
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('caches', {
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    open: async (name: string) => cacheOf(name),
    delete: async (name: string) => all.delete(name),
    match: async (path: string, { cacheName }: { readonly cacheName: string }) =>
      all.has(cacheName) ? cacheOf(cacheName).match(path) : undefined,
  });
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } });
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, origin);
    const path = pathname + search;
    asked.push({ path, etag: new Headers(headers).get('If-None-Match') });
    return responses.get(path)?.() ?? page();
  });
});
afterEach(() => vi.unstubAllGlobals());

const page = () =>
  new Response('<html>', { headers: { 'Cache-Control': 'public', 'Content-Type': 'text/html' } });
const firstPage = `/api/favorites?limit=${favoritesMost}`;
const place = (id: string, name: string, imageUrl: string | null = null) => ({ id, name, imageUrl });
const [one, other] = ['1', '2'].map((digit) => `00000000-0000-4000-8000-${digit.repeat(12)}`) as [
  string,
  string,
];
const times = (path: string) => asked.filter((each) => each.path === path).length;
/** Caches the favourites, which the server answers so. */
async function keep(favorites: () => Response): Promise<void> {
  responses.set(firstPage, favorites);
  await keepPersonal();
}
const listOf = (places: readonly object[], headers: Record<string, string> = {}) =>
  Response.json(places, { headers });

it('favourites are asked for with their tag, and stay with the time of the answer that confirmed them', async () => {
  await keep(() => listOf([place(one, 'Mill')], { ETag: '"a"', Date: 'then' }));
  await keep(() => new Response(null, { status: 304, headers: { Date: 'now' } }));
  expect(asked.filter(({ path }) => path === firstPage).map(({ etag }) => etag)).toEqual([null, '"a"']);
  const kept = await cacheOf(personal).match(firstPage);
  expect(kept?.headers.get('Date')).toBe('now');
  expect(await kept?.json()).toEqual([place(one, 'Mill')]);
});

it('the page of a favourite is fetched once, and once more for each change', async () => {
  for (const name of ['Mill', 'Mill', 'New Mill', 'New Mill']) await keep(() => listOf([place(one, name)]));
  expect(times(pathOf('location', one))).toBe(2);
});

it('at most five pages of favourites are cached, and nothing from another site', async () => {
  const next = { Link: `<${firstPage}>; rel="next"` };
  const places = [place(one, 'Mill', 'https://elsewhere.example/a.jpg')];
  await keep(() => listOf(places, times(firstPage) < 9 ? next : {}));
  expect(times(firstPage)).toBe(5);
  expect(asked.some(({ path }) => path.includes('a.jpg'))).toBe(false);
});

it('nothing is cached for a person who has left meanwhile', async () => {
  await keep(() => {
    all.clear();
    return listOf([place(other, 'Weir')]);
  });
  expect([...all.keys()]).not.toContain(personal);
});

it('the cache is deleted when the server says that nobody is signed in, and not after other answers', async () => {
  const session = { method: 'GET', url: `${origin}/auth/session` };
  const login = { method: 'POST', url: `${origin}/auth/login` };
  await learnPerson(login, Response.json({ user: null }, { status: 401 }));
  await learnPerson(session, Response.json({}, { status: 503 }));
  expect(all.has(personal)).toBe(true);
  await learnPerson(session, Response.json({ user: null }));
  expect(all.has(personal)).toBe(false);
  cacheOf(personal);
  await learnPerson(session, new Response('', { status: 401 }));
  expect(all.has(personal)).toBe(false);
});
