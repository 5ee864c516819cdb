import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { operations } from '#contracts/api';
import { captureOutput } from '#projections/testing/cli-output';
import { writePages } from '#query-service/testing/pages';
import type { Entity } from '../../test/api/client.ts';
import { givenCity, givenLocation } from '../../test/api/given.ts';
import { addPhoto } from '../../test/api/pictures.ts';
import { startServer, type TestServer } from '../../test/api/server.ts';
import { createDataFolder, type DataFolder } from '../../test/harness/data-folder.ts';
import { folderOfFile } from '../../test/harness/folders.ts';
import { serversOf } from '../../test/harness/servers.ts';
import { openSocket } from '../../test/harness/sockets.ts';
import { asOfCommand, asOfUsage } from './as-of-command.ts';

const pages = folderOfFile();
let folder: DataFolder;
let server: TestServer;
let city: Entity;
let place: Entity;
let photo: Entity;
let position: string;
let time: string;

const timeOfLast = async (): Promise<string> => (await folder.events()).at(-1)?.metadata.time ?? '';

beforeAll(async () => {
  folder = await createDataFolder();
  await writePages(pages);
  server = await startServer({ DATA_DIR: folder.path });
  const { admin } = server;
  city = await givenCity(admin, { name: 'Old name' });
  place = await givenLocation(admin, city.id, { name: 'Old place' });
  photo = (await addPhoto(admin, place.id)).body;
  position = admin.position() ?? '';
  time = await timeOfLast();
  await admin.put(`/api/cities/${city.id}`, { name: 'New name' });
  await givenLocation(admin, city.id, { name: 'New place' });
  await admin.delete(`/api/photos/${photo.id}`);
  await admin.delete(`/api/locations/${place.id}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Starts the command; resolves once it serves or exits. */
const run = (...args: string[]) => runOn(folder.path, ...args);
async function runOn(path: string, ...args: string[]) {
  const output = captureOutput({ DATA_DIR: path, ...serversOf(path) });
  const ended = new AbortController();
  let serves: (origin: string) => void = () => undefined;
  const serving = new Promise<string>((resolve) => (serves = resolve));
  const code = asOfCommand(args, {
    ...output,
    print: (line) => {
      output.print(line);
      serves(line);
    },
    signal: ended.signal,
    pages: join(pages, 'web'),
  });
  const origin = await Promise.race([serving, code.then(() => '')]);
  const end = () => {
    ended.abort();
    return code;
  };
  return {
    ...output,
    origin,
    get: (path: string, init?: RequestInit) => fetch(origin + path, init),
    json: async (path: string) => (await fetch(origin + path)).json() as Promise<never>,
    end,
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}

describe('as-of', () => {
  it('shows what the public saw, while the server beside it continues', async () => {
    await using past = await run(position);
    expect(past.statuses).toEqual([`This is the guide as it was on ${time}. Ctrl-C ends it.`]);
    expect(past.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await past.json('/api/cities')).toMatchObject([
      { id: city.id, name: 'Old name', locationCount: 1 },
    ]);
    expect(await past.json('/api/locations')).toMatchObject([{ id: place.id, name: 'Old place' }]);
    expect(await past.json('/api/locations?search=old')).toMatchObject([{ id: place.id }]);
    expect(await past.json('/api/locations?search=new')).toEqual([]);
    expect(await past.json(`/api/locations/${place.id}/photos?imageData=omit`)).toMatchObject([
      { id: photo.id },
    ]);
    // The photo was deleted later, and its bytes are still stored.
    expect((await past.get(photo.url)).status).toBe(200);
    const { visitor, admin } = server;
    visitor.follow(admin);
    expect((await visitor.get(`/api/locations/${place.id}`)).status).toBe(404);
    await admin.put(`/api/cities/${city.id}`, { country: 'Elsewhere' });
    expect(await past.json(`/api/cities/${city.id}`)).toMatchObject({ country: 'Portugal' });
  });

  it('shows its notice on every page; the server shows it on none', async () => {
    await using past = await run(time, '--port', '0');
    const sentence = `This is the guide as it was on ${time}.`;
    for (const path of [
      '/',
      `/city/${city.id}`,
      `/location/${place.id}`,
      '/dashboard',
      '/nowhere',
      '/?q=old',
    ]) {
      const response = await past.get(path, { headers: { Accept: 'text/html' } });
      expect(await response.text(), path).toContain(sentence);
    }
    expect(await (await fetch(`${server.origin}/`)).text()).not.toContain('as it was');
  });

  it('refuses every write and every sign-in, sets no cookie and ignores access tokens', async () => {
    await using past = await run(position);
    const refused = { code: 'as-it-was', message: `This is the guide as it was on ${time}.` };
    const writes = Object.values(operations).filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(40);
    const signsIn = ['/auth/oauth/google', '/auth/oauth/google/callback', '/api/login'];
    const token = { Authorization: `Bearer ${server.admin.accessToken}` };
    const paths = [
      ...writes.map(({ method, path }) => [method, path.replace(/\{\w+\}/g, place.id)] as const),
      ...signsIn.map((path) => ['GET', path] as const),
    ];
    for (const [method, path] of paths) {
      const body = method === 'GET' ? {} : { body: '{}' };
      const headers = { ...token, 'Content-Type': 'application/json' };
      const response = await past.get(path, { method, headers, redirect: 'manual', ...body });
      expect(response.status, `${method} ${path}`).toBe(403);
      expect(await response.json()).toMatchObject(refused);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    for (const path of ['/', '/api/cities', '/auth/session', '/api/about'])
      expect((await past.get(path)).headers.getSetCookie(), path).toEqual([]);
    expect(await past.json('/auth/session')).toEqual({ accessToken: null, expiresAt: null, user: null });
    expect((await past.get('/api/auth/user', { headers: token })).status).toBe(401);
    expect((await past.get('/api/admin/desk', { headers: token })).status).toBe(401);
    const socket = openSocket(past.origin, server.admin.accessToken);
    const { ownTo } = await socket.emitWithAck('following');
    socket.disconnect();
    expect(ownTo).toBeNull();
  });

  it('writes to no store, and leaves no temporary files', async () => {
    // The data folder of a stopped server, so that nothing else writes to it.
    await using quiet = await createDataFolder();
    const ending = await startServer({ DATA_DIR: quiet.path });
    const { id } = await givenCity(ending.admin);
    const ofPlace = await givenLocation(ending.admin, id);
    const { url } = (await addPhoto(ending.admin, ofPlace.id)).body;
    const at = ending.admin.position() ?? '';
    await ending[Symbol.asyncDispose]();
    const before = await stateOf(quiet.path);
    // Other tests create temporary stores at the same time.
    await using own = await createDataFolder();
    vi.stubEnv('TMPDIR', own.path);
    const temporary = async () =>
      (await readdir(own.path)).filter((name) => name.startsWith('lightfall-read-models-'));
    const past = await runOn(quiet.path, at);
    expect(await temporary()).toHaveLength(1);
    await past.get('/');
    await past.get('/api/login', { method: 'POST' });
    expect((await past.get(url)).status).toBe(200);
    expect(await past.end()).toBe(0);
    expect(await stateOf(quiet.path)).toEqual(before);
    expect(await temporary()).toEqual([]);
  });

  it('can read a log while a server appends to it', async () => {
    const at = server.admin.position() ?? '';
    const writing = (async () => {
      for (let count = 0; count < 20; count += 1) await givenCity(server.admin, { name: `Later ${count}` });
    })();
    await using past = await run(at);
    await writing;
    expect(await past.json('/api/cities?search=later')).toEqual([]);
    expect(await server.admin.get('/api/cities?search=later')).toMatchObject({ status: 200 });
  });
});

describe('as-of fails', () => {
  it.each<readonly [readonly string[], string]>([
    [[], 'One TIME or POSITION is needed.'],
    [['1', '2'], 'One TIME or POSITION is needed.'],
    [['1e30'], 'as-of takes'],
    [['yesterday'], 'as-of takes'],
    [['275760-09-14'], 'as-of takes'],
    [['--', '-1'], 'as-of takes'],
    [['1', '--port', '65536'], '--port takes a number'],
    [['1', '--port', 'x'], '--port takes a number'],
  ])('with the usage after %j', async (args, text) => {
    const { end, statuses, printed } = await run(...args);
    expect(await end()).toBe(2);
    expect(statuses.join()).toContain(text);
    expect(statuses.join()).toContain(asOfUsage);
    expect(printed).toEqual([]);
  });

  it.each([
    ['0', 'The guide was still empty then.'],
    ['1970-01-01', 'The guide was still empty then.'],
    ['9999-12-31T23:59:59Z', 'That time is in the future.'],
    ['9223372036854775807', 'The log ends at position '],
  ])('with one sentence after %s', async (text, message) => {
    const { end, statuses, printed } = await run(text);
    expect(await end()).toBe(1);
    expect(statuses.join()).toContain(message);
    expect(printed).toEqual([]);
  });

  it('if the port is in use', async () => {
    const { end, statuses } = await run(position, '--port', new URL(server.origin).port);
    expect(await end()).toBe(1);
    expect(statuses.join()).toContain('is in use');
  });
});

/** SQLite removes an empty write-ahead log once the stopped server's connection is garbage-collected. */
const ifGone =
  (name: string) =>
  (error: unknown): Buffer => {
    if (!name.endsWith('-wal')) throw error;
    return Buffer.alloc(0);
  };

/** The names and hashes of all files in a data folder, except empty write-ahead logs and shared-memory files. */
async function stateOf(path: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'));
  const read = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name);
    return { file, bytes: await readFile(file).catch(ifGone(name)) };
  });
  const kept = (await Promise.all(read)).filter(
    ({ file, bytes }) => bytes.length > 0 || !file.endsWith('-wal'),
  );
  return Object.fromEntries(
    kept.map(({ file, bytes }) => [file, createHash('sha256').update(bytes).digest('hex')]),
  );
}
