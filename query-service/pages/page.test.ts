import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { CityDocument } from '#contracts/read-models';

import { cityDocument, id as placeId, locationDocument, photoDocument } from '../testing/documents.ts';
import { startService, type TestService } from '../testing/service.ts';

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
let folder: string;
const script = 'document.title += 1';
const head =
  '<!doctype html><head><title>Lightfall</title><meta\n name="description"\n content="Of all" /></head>';
const html = `${head}<script>${script}</script>`;
const id = '0b5fc8b8-6a1c-4c2c-9d0e-3f2f1f0f8a11';
const drawn = `${head}<h1>Drawn ahead</h1>`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await mkdir(join(folder, 'screens'));
  for (const screen of [
    'home',
    'landing',
    'city',
    'favorites',
    'submissions',
    'privacy',
    'terms',
    'not-found',
  ])
    await writeFile(join(folder, 'screens', `${screen}.html`), drawn + screen);
  await writeFile(join(folder, 'assets', 'app-abc123.js'), 'run()');
  await writeFile(join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync('run()'));
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'old-abc123.js'), 'run()');
  service = await startService({ pages: { folder } });
  admin = await service.signIn({ isAdmin: true });
  author = await service.signIn({ userId: authorId });
  await service.commit({ places: { cities: [lisbon, waiting], locations: [named, secret, gone] } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const announced = (url: string) => `<${url}>; rel=preload; as=fetch; crossorigin=use-credentials`;
const asBrowser = { headers: { Accept: 'text/html,*/*;q=0.8' } };

describe('the page', () => {
  test.each([
    '/?q=lisbon',
    '/auth/callback',
    '/auth/callback?error=x',
    '/admin?tab=edits',
    '/admin/people/7',
    '/landing/',
    '/Favorites',
  ])('is at %s', async (path) => {
    const response = await service.get(path, asBrowser);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(html);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob: https:;");
    expect(policy).toContain("connect-src 'self' ws://lightfall.test;");
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Referrer-Policy')).toBeTruthy();
  });

  test.each([
    ['/', 'home', ['/api/cities?limit=48', '/api/locations/trending?limit=24', '/api/stats']],
    ['/landing', 'landing', ['/api/cities?limit=6', '/api/locations/trending?limit=6']],
    ['/privacy', 'privacy', ['/api/pages/privacy', '/api/about']],
    ['/terms', 'terms', ['/api/pages/terms', '/api/about']],
    ['/favorites', 'favorites', ['/api/favorites?limit=100']],
    ['/submissions', 'submissions', ['/api/submissions?limit=50']],
  ])('at %s is drawn ahead, and says what it will ask for', async (path, screen, reads) => {
    const { token } = await service.signIn();
    const headers = { ...asBrowser.headers, Authorization: `Bearer ${token}` };
    const response = await service.get(path, { headers });
    expect(await response.text()).toBe(drawn + screen);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('Link')).toBe(reads.map(announced).join(', '));
    for (const url of reads) expect((await service.get(url, { headers })).status, url).toBe(200);
    // A visitor must not be told to preload what only the owner may read.
    const isOwn = ['/favorites', '/submissions'].includes(path);
    const toVisitor = (await service.get(path, asBrowser)).headers.get('Link');
    expect(toVisitor).toBe(isOwn ? null : response.headers.get('Link'));
  });

  test.each([
    [
      '?q=%20lis%20bo%CC%81n%3E&category=cafe&rating=4.5&light=evening',
      [
        '/api/cities?limit=48&search=lis+bo%CC%81n%3E',
        '/api/locations?limit=24&search=lis+bo%CC%81n%3E&category=cafe&minRating=4.5&bestTime=evening&bestTime=any',
        '/api/stats',
      ],
    ],
    // `light=now` depends on the visitor's local time, and an unknown category does not narrow the search.
    ['?light=now&category=beach', ['/api/cities?limit=48', '/api/stats']],
    ['?category=beach', ['/api/cities?limit=48', '/api/locations/trending?limit=24', '/api/stats']],
  ])('of a search %s says what it will ask for', async (query, reads) => {
    const response = await service.get(`/${query}`, asBrowser);
    expect(await response.text()).toBe(html);
    expect(response.headers.get('Link')).toBe(reads.map(announced).join(', '));
    for (const url of reads) expect((await service.get(url)).status, url).toBe(200);
  });

  test.each([
    ['/city/7/more', 'not-found'],
    ['/auth-help', 'not-found'],
    ['/apiary', 'not-found'],
    ['/a%20b', 'not-found'],
    ['/admin/nothing', 'not-found'],
    ['/city/%22', null],
    ['/city/7', 'city'],
    [`/city/${id}`, 'city'],
    [`/location/${id}`, null],
    [`/location/${gone.id}`, null],
  ])('at %s is there, and is 404', async (path, screen) => {
    const response = await service.get(path, asBrowser);
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe(screen === null ? html : drawn + screen);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self' 'sha256-");
    expect(response.headers.get('Link')).toBeNull();
    const head = await service.get(path, { ...asBrowser, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([404, '']);
  });

  test('of something that does not exist is compressed too', async () => {
    await writeFile(join(folder, 'screens', 'not-found.html.br'), brotliCompressSync('packed'));
    for (const [coding, text] of [
      ['br', 'packed'],
      ['gzip', `${drawn}not-found`],
    ] as const) {
      const headers = { ...asBrowser.headers, 'Accept-Encoding': coding };
      const response = await service.get('/nowhere', { headers });
      expect(await response.text()).toBe(text);
      expect(response.headers.get('Content-Encoding')).toBe(coding === 'br' ? 'br' : null);
      expect(response.headers.get('Vary')).toContain('Accept-Encoding');
    }
    await rm(join(folder, 'screens', 'not-found.html.br'));
  });

  test('of a pending item is 200 for its submitter and moderators, and 404 for everybody else', async () => {
    const other = await service.signIn();
    const statusFor = async (path: string, token?: string) => {
      const headers = {
        ...asBrowser.headers,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      };
      return (await service.get(path, { headers })).status;
    };
    for (const path of [`/city/${waiting.id}`, `/location/${secret.id}`]) {
      for (const { token } of [admin, author]) expect(await statusFor(path, token), path).toBe(200);
      expect(await statusFor(path, other.token), path).toBe(404);
      expect(await statusFor(path), path).toBe(404);
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
  });

  test.each([
    '/assets/gone.js',
    '/assets/gone',
    '/missing.png',
    '/screens/home.html',
    '/api',
    '/api/',
    '/api/nothing',
    '/api/cities/7/nothing',
    '/auth/nothing',
    '/photos/7',
    '/%ZZ.js',
    '/..%2f..%2fetc%2fpasswd.txt',
  ])('is never at %s', async (path) => {
    const response = await service.get(path, asBrowser);
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toContain('application/problem+json');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('is not sent to clients that accept no HTML', async () => {
    expect((await service.get('/city/7', { headers: { Accept: 'application/json' } })).status).toBe(404);
  });

  test('answers HEAD and a known ETag without content', async () => {
    const head = await service.get('/', { ...asBrowser, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = head.headers.get('ETag') ?? '';
    const known = await service.get('/', { headers: { Accept: 'text/html', 'If-None-Match': etag } });
    expect(known.status).toBe(304);
  });
});

describe('the page of a public place', () => {
  const pageAt = async (path: string, headers: Record<string, string> = {}) => {
    const response = await service.get(path, { headers: { ...asBrowser.headers, ...headers } });
    return { response, text: await response.text() };
  };

  test('names a city, in the prerendered page', async () => {
    const { text, response } = await pageAt(`/city/${lisbon.id}`);
    expect(text).toContain('<title>Lisbon, Portugal · Lightfall</title>');
    expect(text).toContain('<meta property="og:title" content="Lisbon, Portugal · Lightfall">');
    expect(text).toContain(
      '<meta property="og:image" content="http://lightfall.test/pictures/lisbon/1600.webp">',
    );
    expect(text).toContain(`<meta property="og:url" content="http://lightfall.test/city/${lisbon.id}">`);
    expect(text.match(/<title>|name="description"/g)).toHaveLength(2);
    expect(text).toMatch(/<h1>Drawn ahead<\/h1>city$/);
    expect(response.headers.get('Link')).toContain(`/api/cities/${lisbon.id}`);
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self' 'sha256-");
  });

  test('names a city however its address is written', async () => {
    const { text } = await pageAt(`/City/${lisbon.id.toUpperCase()}/`);
    expect(text).toContain('<title>Lisbon, Portugal · Lightfall</title>');
    expect(text).not.toContain('Drawn ahead');
  });

  test('escapes the name of a location', async () => {
    const { text } = await pageAt(`/location/${named.id}`);
    const name = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&#39; Co';
    expect(text).toContain(`<title>${name}, Lisbon · Lightfall</title>`);
    expect(text).toContain('content="Look at it&#39;s &lt;b&gt;wall&lt;/b&gt;. Evening light. ');
    expect(text).toContain(' Evening…">');
    expect(text).toMatch(/og:image" content="http:\/\/lightfall\.test\/photos\/[\w-]+\/\d+\.webp">/);
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  test('reveals nothing that is not public', async () => {
    const asAdmin = { Authorization: `Bearer ${admin.token}` };
    expect((await pageAt(`/city/${waiting.id}`, asAdmin)).text).toBe(`${drawn}city`);
    for (const { id: hidden } of [secret, gone, locationDocument(7, lisbon.id)])
      expect((await pageAt(`/location/${hidden}`, asAdmin)).text).toBe(html);
  });

  test('keeps its ETag until the place is renamed', async () => {
    const first = await pageAt(`/city/${lisbon.id}`, { 'Accept-Encoding': 'br' });
    expect(first.response.headers.get('Cache-Control')).toBe('no-cache');
    const known = { 'If-None-Match': first.response.headers.get('ETag') ?? '' };
    expect((await pageAt(`/city/${lisbon.id}`, known)).response.status).toBe(304);
    const renamed: CityDocument = { ...lisbon, name: 'Lisboa' };
    await service.commit({ places: { cities: [renamed] } });
    expect((await pageAt(`/city/${lisbon.id}`, known)).text).toContain('<title>Lisboa, Portugal');
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
