import { writeFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import { startInProcess } from '../harness/in-process.ts';
import { tilesFile } from '../harness/tiles-file.ts';
import { pictureBytes } from './pictures.ts';
import { startServer, type TestServer } from './server.ts';

const path = '/map/tiles.pmtiles';
const outline = { kind: 'outline', styleUrl: null, attribution: null };

const policyOf = async ({ origin }: TestServer): Promise<ReadonlyMap<string, string>> => {
  const response = await fetch(origin, { headers: { Accept: 'text/html' } });
  await response.text();
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  return new Map(policy.split('; ').map((each) => [each.split(' ', 1)[0] ?? '', each] as const));
};

describe('a file of tiles', () => {
  let folder: DataFolder;
  let file: string;
  let bytes: Buffer;
  let server: TestServer;
  beforeAll(async () => {
    folder = await createDataFolder();
    file = join(folder.path, 'world.pmtiles');
    bytes = tilesFile(await pictureBytes('png', 256, 256), { attribution: 'Somebody' });
    await writeFile(file, bytes);
    server = await startServer({ MAP_TILES: file, MAP_ATTRIBUTION: '© Us' });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(server.origin + path, { method, headers });
    return {
      status: response.status,
      bytes: Buffer.from(await response.arrayBuffer()),
      header: (name: string) => response.headers.get(name),
    };
  };

  it('is served whole, in requested ranges, and as 304 to a current copy', async () => {
    const whole = await get();
    expect([whole.status, whole.header('Accept-Ranges')]).toEqual([200, 'bytes']);
    expect(whole.bytes.equals(bytes)).toBe(true);
    const etag = whole.header('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const { length } = bytes;
    const ranges = [
      ['bytes=0-6', 0, 6],
      ['bytes=7-7', 7, 7],
      [`bytes=100-${length + 1000}`, 100, length - 1],
      ['bytes=100-', 100, length - 1],
      ['bytes=-10', length - 10, length - 1],
      [`bytes=-${length * 2}`, 0, length - 1],
    ] as const;
    for (const [range, from, to] of ranges) {
      const part = await get({ Range: range });
      expect([part.status, part.header('Content-Range')], range).toEqual([
        206,
        `bytes ${from}-${to}/${length}`,
      ]);
      expect(part.bytes.equals(bytes.subarray(from, to + 1)), range).toBe(true);
      expect(part.header('ETag')).toBe(etag);
    }
    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    const head = await get({}, 'HEAD');
    expect([head.status, head.header('Content-Length'), head.bytes.length]).toEqual([200, String(length), 0]);
  });

  it('has no range beyond its end, and ignores any header but a single range', async () => {
    const { length } = bytes;
    for (const range of [
      `bytes=${length}-`,
      `bytes=${length + 5}-${length + 9}`,
      'bytes=-0',
      'bytes=9e15-'.replace('9e15', '9'.repeat(400)),
    ]) {
      const beyond = await get({ Range: range });
      expect([beyond.status, beyond.header('Content-Range'), beyond.bytes.length], range).toEqual([
        416,
        `bytes */${length}`,
        0,
      ]);
    }
    for (const range of [
      'bytes=5-2',
      'bytes=-',
      'bytes=0-1,3-4',
      'bytes=a-b',
      'bites=0-1',
      'bytes=0x1-2',
      'bytes=-1-2',
    ])
      expect([range, (await get({ Range: range })).status]).toEqual([range, 200]);
  });

  it('serves a part of the requested version, and otherwise the whole file', async () => {
    const etag = (await get({}, 'HEAD')).header('ETag') ?? '';
    const range = { Range: 'bytes=0-6' };
    expect((await get({ ...range, 'If-Range': etag })).status).toBe(206);
    for (const other of ['"another"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      const whole = await get({ ...range, 'If-Range': other });
      expect([whole.status, whole.bytes.length], other).toEqual([200, bytes.length]);
    }
  });

  it('is read-only, and files beside it are not served', async () => {
    const refused = await get({}, 'POST');
    expect([refused.status, refused.header('Allow')]).toEqual([405, 'GET, HEAD']);
    for (const other of ['/map/other.pmtiles', '/map/%2e%2e/tiles.pmtiles']) {
      const response = await fetch(server.origin + other);
      expect([other, response.status]).toEqual([other, 404]);
      await response.text();
    }
  });

  it('is requested by a map, which learns its address and no other', async () => {
    const map = new PMTiles(server.origin + path);
    expect(await map.getHeader()).toMatchObject({ tileType: 2, maxZoom: 0 });
    expect(await map.getMetadata()).toEqual({ attribution: 'Somebody' });
    expect((await map.getZxy(0, 0, 0))?.data.byteLength).toBeGreaterThan(100);
    const about = (await server.visitor.get('/api/about')).body;
    expect(about).toMatchObject({ map: { kind: 'tiles', styleUrl: null, attribution: '© Us' } });
    expect((await policyOf(server)).get('connect-src')).toMatch(/^connect-src 'self' ws:\/\/localhost:\d+$/);
  });

  it('may be replaced while the server runs, and is missing while it is truncated', async () => {
    const before = (await get({}, 'HEAD')).header('ETag');
    await writeFile(file, bytes.subarray(0, bytes.length - 1));
    expect((await get({ Range: 'bytes=0-6' })).status).toBe(404);
    await writeFile(file, tilesFile(await pictureBytes('png', 300, 256)));
    const after = await get({ Range: 'bytes=0-6' });
    expect(after.status).toBe(206);
    expect(after.header('ETag')).not.toBe(before);
    await writeFile(file, bytes);
  });
});

it('a missing, truncated or wrong file is logged once, and maps show the outline', async () => {
  await using folder = await createDataFolder();
  const file = join(folder.path, 'tiles.pmtiles');
  const whole = tilesFile(await pictureBytes('png', 16, 16));
  const states = [
    ['is missing', undefined],
    ['is cut', whole.subarray(0, whole.length - 1)],
    ['is cut', whole.subarray(0, 126)],
    ['is no PMTiles file of version 3', Buffer.from('SQLite format 3')],
    ['is no PMTiles file of version 3', Buffer.alloc(0)],
  ] as const;
  for (const [problem, content] of states) {
    if (content === undefined) await rm(file, { force: true });
    else await writeFile(file, content);
    const warnings: string[] = [];
    await using server = await startInProcess(folder, { MAP_TILES: file }, (line) => warnings.push(line));
    expect((await server.call('GET', '/api/about')).body, problem).toMatchObject({ map: outline });
    for (let times = 0; times < 3; times += 1)
      expect((await server.call('GET', path)).status, problem).toBe(404);
    expect(warnings.filter((line) => line.includes('MAP_TILES'))).toHaveLength(1);
    expect(warnings.join()).toContain(`${file} ${problem}. Maps show the outline of the world.`);
  }
});

it('without tiles there is no file, and pages may request no other site', async () => {
  await using server = await startServer();
  expect((await server.visitor.get('/api/about')).body).toMatchObject({ map: outline });
  expect((await server.visitor.get(path)).status).toBe(404);
  expect([...(await policyOf(server)).values()].join()).not.toContain('//tiles.example');
});

it('a style of another site is the only other site that pages may request', async () => {
  const style = 'https://tiles.example:8443/styles/light.json?key=1';
  await using server = await startServer({ MAP_TILES: style, FOREIGN_PICTURES: 'off' });
  const about = (await server.visitor.get('/api/about')).body;
  expect(about).toMatchObject({ map: { kind: 'style', styleUrl: style, attribution: null } });
  const policy = await policyOf(server);
  expect(policy.get('connect-src')).toMatch(/ https:\/\/tiles\.example:8443$/);
  expect(policy.get('img-src')).toBe("img-src 'self' data: blob: https://tiles.example:8443");
  const naming = [...policy.values()].filter((each) => each.includes('https:'));
  expect(naming).toHaveLength(2);
  expect((await server.visitor.get(path)).status).toBe(404);
});
