import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CityDocument } from '#contracts/read-models';
import { pictureName } from '#platform/photo-store/index';
import {
  StoreUnavailable,
  type Document,
  type FindOptions,
  type ReadStore,
} from '#platform/read-store/index';

import { cityDocument, id as placeId, locationDocument, photoDocument } from '../testing/documents.ts';
import { emptyPage, pageScript, writePages } from '../testing/pages.ts';
import { startService, type TestService } from '../testing/service.ts';
import { folderOfFile } from '../../test/harness/folders.ts';

const lisbon = cityDocument(1, { name: 'Lisbon' });
const authorId = placeId(9);
const waiting = cityDocument(2, {
  name: 'Waiting',
  status: 'pending',
  submittedBy: authorId,
  closed: true,
  locationCount: 1,
});
const named = locationDocument(3, lisbon.id, {
  name: `"><script>alert(1)</script> & $' Co`,
  description: `Look  at it's <b>wall</b>.\n${'Evening light. '.repeat(40)}`,
  primaryPhoto: photoDocument(4, placeId(3)),
});
const secret = locationDocument(5, waiting.id, { name: 'Secret', submittedBy: authorId });
const gone = locationDocument(6, lisbon.id, { name: 'Gone', status: 'deleted' });

let service: TestService;
let admin: { readonly token: string };
let author: typeof admin;
const parent = folderOfFile();
let folder: string;
const id = '0b5fc8b8-6a1c-4c2c-9d0e-3f2f1f0f8a11';
beforeAll(async () => {
  ({ folder } = await writePages(parent));
  await writeFile(join(folder, 'assets', 'app-abc123.js'), 'run()');
  await writeFile(join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync('run()'));
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'favicon.ico'), 'icon');
  await writeFile(join(folder, 'assets', 'old-abc123.js'), 'run()');
  service = await startService({ pages: { folder } });
  admin = await service.signIn({ isAdmin: true });
  author = await service.signIn({ userId: authorId });
  await service.commit({ places: { cities: [lisbon, waiting], locations: [named, secret, gone] } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

const asBrowser = { headers: { Accept: 'text/html,*/*;q=0.8' } };
const pageAt = async (path: string, headers: Record<string, string> = {}) => {
  const response = await service.get(path, { headers: { ...asBrowser.headers, ...headers } });
  return { response, text: await response.text() };
};
const countOf = (text: string): string => /<i>(\d+)<\/i>/.exec(text)?.[1] ?? '';

describe('the page', () => {
  test.each(['/auth/callback', '/auth/callback?error=x', '/admin?tab=edits', '/admin/people/7', '/profile'])(
    'is sent empty at %s, and the browser renders it',
    async (path) => {
      const { response, text } = await pageAt(path);
      expect(response.status).toBe(200);
      expect(text).toBe(emptyPage);
    },
  );

  test.each(['/', '/?q=lisbon', '/landing/', '/Favorites', `/city/${lisbon.id}`, '/privacy'])(
    'is rendered at %s',
    async (path) => {
      const { response, text } = await pageAt(path);
      expect(response.status).toBe(200);
      expect(text).toContain('<div id="root"><p>');
      expect(text.match(/<title>|name="description"/g)).toHaveLength(2);
      expect(response.headers.get('Cache-Control')).toBe('public, no-cache');
      expect(response.headers.get('Vary')).toBe('Accept-Encoding');
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      const hash = createHash('sha256').update(pageScript).digest('base64');
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("img-src 'self' data: blob: https:;");
      expect(policy).toContain("connect-src 'self' ws://lightfall.test;");
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Referrer-Policy')).toBeTruthy();
      const readTo = response.headers.get('X-Read-Position');
      expect(response.headers.get('Server-Timing')).toBe(`read;desc="${readTo}"`);
    },
  );

  test('has a description of its own', async () => {
    const paths = [
      '/',
      '/landing',
      '/map',
      '/privacy',
      '/terms',
      `/city/${lisbon.id}`,
      `/location/${named.id}`,
    ];
    const descriptions = await Promise.all(
      paths.map(async (path) => /name="description" content="([^"]+)"/.exec((await pageAt(path)).text)?.[1]),
    );
    expect(new Set(descriptions).size).toBe(paths.length);
    expect(descriptions).not.toContain(undefined);
  });

  test('loads its screen, and contains the answers that it was rendered from', async () => {
    const { text } = await pageAt(`/location/${named.id}`);
    for (const file of ['home-1', 'part-2'])
      expect(text).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}.js">`);
    const [, state = ''] = /<script id="rendered" type="application\/json">(.*?)<\/script>/.exec(text) ?? [];
    const { responses } = JSON.parse(state) as { responses: { body: unknown }[] };
    expect(responses[0]?.body).toEqual(await service.json(`/api/locations/${named.id}`));
    // The page's own script, two for search engines, and the responses.
    expect(text.match(/<script/g)).toHaveLength(4);
  });

  test('is cached, the same for everybody, until something that it shows changes', async () => {
    const path = `/city/${lisbon.id}`;
    const stillWaiting: CityDocument = { ...waiting, name: 'Still waiting' };
    const known = await pageAt(path);
    const { token } = await service.signIn();
    const again = await pageAt(`${path}?utm_source=x`, { Authorization: `Bearer ${token}` });
    expect(countOf(again.text)).toBe(countOf(known.text));
    const etag = known.response.headers.get('ETag') ?? '';
    expect((await pageAt(path, { 'If-None-Match': etag })).response.status).toBe(304);
    const position = await service.commit({ places: { cities: [stillWaiting] } });
    const moved = await pageAt(path, { 'X-Min-Position': position });
    expect(countOf(moved.text)).toBe(countOf(known.text));
    const renamed: CityDocument = { ...lisbon, name: 'Lisboa' };
    const later = await service.commit({ places: { cities: [renamed] } });
    const { text } = await pageAt(path, { 'If-None-Match': etag, 'X-Min-Position': later });
    expect(text).toContain('<title>Lisboa · Lightfall</title>');
    await service.commit({ places: { cities: [lisbon] } });
  });

  test.each(['q=a', 'category=cafe', 'minRating=4', 'bestTime=evening'])(
    'is a different one with %s',
    async (search) => {
      const { text } = await pageAt('/');
      expect(countOf((await pageAt(`/?${search}`)).text)).not.toBe(countOf(text));
    },
  );

  test('lets other requests be answered between its steps', async () => {
    let round = 0;
    const rounds: number[] = [];
    let counting = setImmediate(function count() {
      round += 1;
      counting = setImmediate(count);
    });
    const renderer = globalThis as { onRendererStep?: () => void };
    renderer.onRendererStep = () => rounds.push(round);
    try {
      await pageAt('/?q=between-steps');
    } finally {
      delete renderer.onRendererStep;
      clearImmediate(counting);
    }
    // The page requests answers, is rendered, and is put into the template.
    expect(rounds).toHaveLength(3);
    expect(new Set(rounds).size).toBe(3);
  });

  test('waits for the requested position', async () => {
    const unknown = String(service.head + 1000n);
    expect((await pageAt('/', { 'X-Min-Position': unknown })).response.status).toBe(400);
  });

  test.each(['/nowhere', '/nowhere/%22'])('says at %s that there is no such thing', async (path) => {
    const { response, text } = await pageAt(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('public, no-cache');
    expect(text).toContain('Page');
    const head = await service.get(path, { ...asBrowser, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([404, '']);
  });

  test.each([
    '/city/%22',
    '/city/7',
    `/city/${id}`,
    `/location/${id}`,
    `/location/${gone.id}`,
    `/city/${waiting.id}`,
    `/location/${secret.id}`,
  ])('at %s is 404 for everybody, and reveals nothing', async (path) => {
    for (const who of [undefined, admin, author]) {
      const { response, text } = await pageAt(path, who && { Authorization: `Bearer ${who.token}` });
      expect(response.status).toBe(404);
      expect(text).not.toMatch(/Waiting|Secret|Gone/);
    }
  });

  test('survives a file that was removed after the start', async () => {
    await rm(join(folder, 'assets', 'old-abc123.js'));
    await expect(service.get('/assets/old-abc123.js').then((response) => response.text())).rejects.toThrow();
    expect((await service.get('/', asBrowser)).status).toBe(200);
  });

  test('has assets that are cached for a year and already compressed', async () => {
    const response = await service.get('/assets/app-abc123.js', { headers: { 'Accept-Encoding': 'br' } });
    expect(await response.text()).toBe('run()');
    expect(response.headers.get('Content-Encoding')).toBe('br');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect((await service.get('/icon.svg')).headers.get('Cache-Control')).toBe('no-cache');
    expect((await service.get('/favicon.ico')).headers.get('Content-Type')).toBe('image/x-icon');
  });

  test.each([
    '/assets/gone.js',
    '/assets/gone',
    '/missing.png',
    '/index.html',
    '/.vite/manifest.json',
    '/api',
    '/api/',
    '/api/nothing',
    '/api/cities/7/nothing',
    '/auth/nothing',
    '/photos/7',
    '/%ZZ.js',
    '/..%2f..%2fetc%2fpasswd.txt',
  ])('is never sent at %s', async (path) => {
    const response = await service.get(path, asBrowser);
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toContain('application/problem+json');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('is not sent to clients that accept no HTML, cached or not', async () => {
    for (const path of ['/city/7', '/'])
      expect((await service.get(path, { headers: { Accept: 'application/json' } })).status).toBe(404);
  });

  test('answers HEAD without content', async () => {
    const response = await service.get('/', { ...asBrowser, method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('the head of a page', () => {
  const dataIn = (text: string) =>
    [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    );

  test('of home describes the guide and its search', async () => {
    const { text } = await pageAt('/');
    expect(text).toContain('<link rel="canonical" href="http://lightfall.test/">');
    expect(text).toContain('<meta property="og:image" content="http://lightfall.test/preview.jpg">');
    expect(text).toContain('<meta property="og:image:width" content="1200">');
    expect(text).not.toContain('noindex');
    expect(dataIn(text)).toMatchObject([
      { '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } },
    ]);
  });

  test('of a city names it and has its picture', async () => {
    const { text } = await pageAt(`/city/${lisbon.id}`);
    expect(text).toContain('<meta property="og:title" content="Lisbon · Lightfall">');
    expect(text).toContain(
      '<meta property="og:image" content="http://lightfall.test/pictures/lisbon/1600.webp">',
    );
    expect(text).toContain(`<meta property="og:url" content="http://lightfall.test/city/${lisbon.id}">`);
    expect(dataIn(text)).toMatchObject([
      { '@type': 'City', name: 'Lisbon', containedInPlace: { '@type': 'Country', name: 'Portugal' } },
      { '@type': 'BreadcrumbList' },
    ]);
  });

  test('of a city has the stored size of its picture', async () => {
    const porto = cityDocument(20, { imageUrl: '/pictures/porto/1600.webp' });
    const create = { width: 1080, height: 720, channels: 3, background: '#345' } as const;
    await service.photos.put(pictureName('porto', 1080), await sharp({ create }).webp().toBuffer());
    await service.commit({ places: { cities: [porto] } });
    const { text } = await pageAt(`/city/${porto.id}`);
    await service.commit({ places: { cities: [{ gone: porto.id }] } });
    expect(text).toContain('content="http://lightfall.test/pictures/porto/1080.webp">');
    expect(text).toContain('<meta property="og:image:height" content="720">');
  });

  test('of a city names it however its URL is written', async () => {
    const { text } = await pageAt(`/City/${lisbon.id.toUpperCase()}/`);
    expect(text).toContain(`<link rel="canonical" href="http://lightfall.test/city/${lisbon.id}">`);
  });

  test('of a location is escaped, and its data stays data', async () => {
    const { text } = await pageAt(`/location/${named.id}`);
    expect(text).toContain('content="Look at it&#39;s &lt;b&gt;wall&lt;/b&gt;. Evening light. ');
    expect(text).toContain(' Evening…">');
    const [place, steps] = dataIn(text);
    expect(place).toMatchObject({ '@type': 'TouristAttraction', name: named.name });
    expect(place).not.toHaveProperty('aggregateRating');
    expect(steps).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [{}, {}, { name: named.name }],
    });
  });

  test.each([
    '/?q=a',
    '/?category=cafe',
    '/?minRating=4',
    '/favorites',
    '/lists',
    `/lists/${id}`,
    '/nowhere',
    `/city/${id}`,
  ])('of %s keeps it out of search engines', async (path) => {
    expect((await pageAt(path)).text).toContain('<meta name="robots" content="noindex">');
  });
});

describe('for search engines', () => {
  const textAt = async (path: string) => {
    const response = await service.get(path);
    expect(response.status, path).toBe(200);
    return response.text();
  };
  const addressesIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, each]) => each);

  test('a file names the sitemap', async () => {
    expect(await textAt('/robots.txt')).toContain('Sitemap: http://lightfall.test/sitemap.xml');
  });

  test('the sitemap lists exactly the public pages', async () => {
    const parts = addressesIn(await textAt('/sitemap.xml'));
    expect(parts).toEqual(['cities', 'places-0'].map((part) => `http://lightfall.test/sitemap/${part}.xml`));
    const [cities = '', places = ''] = await Promise.all(
      parts.map((part = '') => textAt(part.replace('http://lightfall.test', ''))),
    );
    expect(addressesIn(cities)).toEqual(
      ['', 'landing', 'map', 'privacy', 'terms', `city/${lisbon.id}`].map(
        (each) => `http://lightfall.test/${each}`,
      ),
    );
    expect(addressesIn(places)).toEqual([`http://lightfall.test/location/${named.id}`]);
    expect(places).toContain(`<lastmod>${named.updatedAt}</lastmod>`);
  });

  test('the sitemap lists a place as soon as it is public, and has no other parts than its own', async () => {
    const added = locationDocument(30, lisbon.id, { approved: 30 });
    const position = await service.commit({ places: { locations: [added] } });
    const response = await service.get('/sitemap/places-0.xml', { headers: { 'X-Min-Position': position } });
    expect(await response.text()).toContain(`/location/${added.id}</loc>`);
    for (const path of ['/sitemap/places-7.xml', '/sitemap/nothing.xml'])
      expect((await service.get(path)).status, path).toBe(404);
  });
});

describe('a sitemap of several parts', () => {
  test('lists each place once, and a part stays the same when places are added after it', async () => {
    await using small = await startService({ pages: { folder, sitemapPart: 2 } });
    const city = cityDocument(1);
    const place = (number: number) => locationDocument(number, city.id, { approved: number });
    await small.commit({ places: { cities: [city], locations: [10, 11, 12, 13, 14].map(place) } });
    const textAt = async (path: string, position?: string) => {
      const headers = position === undefined ? {} : { 'X-Min-Position': position };
      const response = await small.get(path, { headers });
      expect(response.status, path).toBe(200);
      return response.text();
    };
    const partsOf = (index: string) => [...index.matchAll(/\/sitemap\/places-\d+\.xml/g)].map(String);
    const placesOf = (part: string) =>
      [...part.matchAll(/\/location\/[\w-]*?(\d+)</g)].map(([, number]) => Number(number));
    const parts = partsOf(await textAt('/sitemap.xml'));
    expect(parts).toEqual(['/sitemap/places-0.xml', '/sitemap/places-11.xml', '/sitemap/places-13.xml']);
    const listed = await Promise.all(parts.map((path) => textAt(path)));
    expect(listed.map(placesOf)).toEqual([[10, 11], [12, 13], [14]]);
    const position = await small.commit({ places: { locations: [15, 16].map(place) } });
    expect(partsOf(await textAt('/sitemap.xml', position))).toEqual([...parts, '/sitemap/places-15.xml']);
    expect(await textAt('/sitemap/places-11.xml', position)).toBe(listed[1]);
    expect(placesOf(await textAt('/sitemap/places-13.xml', position))).toEqual([14, 15]);
  });
});

/** Wraps a store so that the function is called before each reading of documents, which waits for it. */
const calledBefore =
  (onFind: () => Promise<unknown>) =>
  (store: ReadStore): ReadStore => ({
    ...store,
    reader: async (model) => {
      const reader = await store.reader(model);
      return {
        ...reader,
        find: async <D extends Document>(collection: string, options: FindOptions) => {
          await onFind();
          return reader.find<D>(collection, options);
        },
      };
    },
  });

describe('a page whose client disconnects before it is rendered', () => {
  test('is abandoned, and no error is reported', async () => {
    const gone = new AbortController();
    let onFind = async (): Promise<unknown> => undefined;
    await using own = await startService({ pages: { folder }, wrap: calledBefore(() => onFind()) });
    await own.commit({ places: { cities: [lisbon] } });
    onFind = async () => {
      gone.abort();
      // Once another request is answered, the server has noticed that this client disconnected.
      await own.get('/robots.txt');
    };
    const page = own.get('/?q=lisbon', { ...asBrowser, signal: gone.signal });
    await expect(page).rejects.toThrow('aborted');
    // Pages are rendered in turns, so the abandoned one has ended.
    onFind = async () => undefined;
    await own.get('/?q=later', asBrowser);
    expect(own.errors).toEqual([]);
  });
});

test.each([
  [503, new StoreUnavailable('The store does not answer')],
  [500, new Error('A fault of the program')],
])(
  'a page whose documents cannot be read is the page without content and %i, and reported',
  async (status, error) => {
    let onFind = async (): Promise<unknown> => undefined;
    await using own = await startService({ pages: { folder }, wrap: calledBefore(() => onFind()) });
    onFind = () => Promise.reject(error);
    const response = await own.get('/?q=lisbon', asBrowser);
    expect([response.status, own.errors]).toEqual([status, [error]]);
    expect(await response.text()).toContain('<div id="root"></div>');
  },
);

describe('a page that too many others of the same network wait to be rendered before', () => {
  test('is the page without content and 503, so that a browser shows what happened', async () => {
    let onFind = async (): Promise<unknown> => undefined;
    await using own = await startService({ pages: { folder }, wrap: calledBefore(() => onFind()) });
    await own.commit({ places: { cities: [lisbon] } });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    onFind = () => released;
    // One is rendered and 100 wait.
    const pages = Array.from({ length: 102 }, (_, number) => own.get(`/?q=page-${number}`, asBrowser));
    const refused = await Promise.race(pages);
    expect([refused.status, refused.headers.get('Content-Type'), refused.headers.get('Retry-After')]).toEqual(
      [503, 'text/html; charset=utf-8', '5'],
    );
    expect(await refused.text()).toContain('<div id="root"></div>');
    release();
    const statuses = (await Promise.all(pages)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(101);
    expect(own.errors).toEqual([]);
  });
});

describe('other methods', () => {
  test.each([
    ['PATCH', '/api/cities', 'GET, HEAD, POST'],
    ['DELETE', '/api/stats', 'GET, HEAD'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['POST', '/api/locations/trending', 'GET, HEAD'],
    ['PUT', '/photos/7/320.webp', 'GET, HEAD'],
    ['GET', '/api/cities/7/withdraw', 'POST'],
    ['HEAD', '/api/photos/7/primary', 'PATCH'],
    ['POST', '/city/7', 'GET, HEAD'],
  ])('%s %s is 405', async (method, path, allowed) => {
    const response = await service.get(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allowed);
  });

  test('on an unknown path are 404', async () => {
    expect((await service.get('/api/nothing', { method: 'POST' })).status).toBe(404);
  });
});
