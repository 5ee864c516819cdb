import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
let folder: string;
const html = '<!doctype html><title>Lightfall</title>';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets', 'app-abc123.js'), 'run()');
  await writeFile(join(folder, 'assets', 'app-abc123.js.br'), brotliCompressSync('run()'));
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'old-abc123.js'), 'run()');
  service = await startService({ pages: { folder } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const asBrowser = { headers: { Accept: 'text/html,*/*;q=0.8' } };

describe('the page', () => {
  test.each([
    '/',
    '/city/7',
    '/auth-help',
    '/auth/callback',
    '/auth/callback?error=x',
    '/admin?tab=edits',
    '/apiary',
    '/a%20b',
  ])('is at %s', async (path) => {
    const response = await service.get(path, asBrowser);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(html);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob: https:;");
    expect(policy).toContain("connect-src 'self' ws://lightfall.test;");
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('Referrer-Policy')).toBeTruthy();
  });

  test('outlives a file that is gone since the start', async () => {
    await rm(join(folder, 'assets', 'old-abc123.js'));
    await expect(service.get('/assets/old-abc123.js').then((response) => response.text())).rejects.toThrow();
    expect((await service.get('/', asBrowser)).status).toBe(200);
  });

  test('has assets that are kept for a year, compressed already', async () => {
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

  test('is not for who wants something else', async () => {
    expect((await service.get('/city/7', { headers: { Accept: 'application/json' } })).status).toBe(404);
  });

  test('answers HEAD and a known version without bytes', async () => {
    const head = await service.get('/', { ...asBrowser, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const etag = head.headers.get('ETag') ?? '';
    const known = await service.get('/', { headers: { Accept: 'text/html', 'If-None-Match': etag } });
    expect(known.status).toBe(304);
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
