import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { reasonOf } from '#apps/run-process';
import { openRecordStore } from '#platform/record-store/index';

import { openSqlite } from '../../platform/sqlite/connection.mjs';
import { createDataFolder, createEmbeddedFolder, type DataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import {
  adminEmail,
  createPopulatedFolder,
  type Person,
  register,
  signInAdmin,
  startInProcess,
} from '../harness/in-process.ts';
import { patience } from '../harness/patience.ts';
import { startProcess } from '../harness/server-process.ts';
import { serversOf } from '../harness/servers.ts';
import { cityInput } from '../harness/inputs.ts';

let template: DataFolder;
let admin: Person;
beforeAll(async () => {
  const { folder, people } = await createPopulatedFolder(1);
  [template, [admin]] = [folder, people];
});
afterAll(() => template[Symbol.asyncDispose]());

/** The text that a process prints when it cannot start, before it exits with 1. */
async function whyNot(folder: DataFolder, environment: Record<string, string> = {}): Promise<string> {
  try {
    await using _server = await startInProcess(folder, environment);
  } catch (error) {
    return reasonOf(error);
  }
  throw new Error('It has started');
}

describe('a problem that the operator can correct', () => {
  test('is reported in a sentence if another server uses the folder', async () => {
    await using folder = await createDataFolder(template.path);
    await using first = startProcess({ dataDir: folder.path });
    const origin = await first.ready();
    expect(await whyNot(folder)).toBe(
      `Another server is running on ${folder.path}. Stop it, or set another DATA_DIR.`,
    );
    expect((await call(origin, 'GET', '/readyz')).status).toBe(200);
    expect(
      (await call(origin, 'POST', '/api/cities', { token: admin.token, body: cityInput() })).status,
    ).toBe(201);
  });

  test('is reported in a sentence if the file of its lock cannot be used', async () => {
    await using folder = await createEmbeddedFolder();
    const lock = path.join(folder.path, 'server.lock');
    await writeFile(lock, 'no lock'.repeat(1000));
    expect(await whyNot(folder)).toBe(
      `The data folder (DATA_DIR) cannot be used. ${lock}: file is not a database`,
    );
  });

  test('is reported in a sentence if the port is in use', async () => {
    await using folder = await createDataFolder(template.path);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      await using server = startProcess({ dataDir: folder.path, environment: { PORT: String(port) } });
      expect(await server.ended).toEqual({ code: 1, signal: null });
      expect(server.said()).toBe(`Port ${port} is in use. Stop what uses it, or choose another.\n`);
    } finally {
      other.close();
    }
  });

  test.each([
    ['192.0.2.1', 'HOST 192.0.2.1 is not an address of this machine.'],
    ['nowhere.invalid', 'HOST nowhere.invalid is not known.'],
  ])('is reported in a sentence if HOST is %s', async (HOST, sentence) => {
    await using folder = await createDataFolder(template.path);
    expect(await whyNot(folder, { HOST })).toBe(sentence);
  });

  test('is reported in a sentence if a file is in the way', async () => {
    await using folder = await createEmbeddedFolder();
    await writeFile(path.join(folder.path, 'uploads'), '');
    expect(await whyNot(folder)).toMatch(/^The data folder \(DATA_DIR\) cannot be used\. E\w+: .*uploads.*$/);
  });

  test('is reported in a sentence if the folder cannot be created', async () => {
    const sentence = /^The data folder \(DATA_DIR\) cannot be used\. E\w+: .*lightfall.*$/;
    expect(await whyNot(template, { DATA_DIR: '/proc/lightfall/data' })).toMatch(sentence);
  });

  test('is reported with its file if a store cannot be opened', async () => {
    await using folder = await createEmbeddedFolder();
    const file = path.join(folder.path, 'records.db');
    await mkdir(file);
    expect(await whyNot(folder)).toContain(`The record store ${file} cannot be opened: `);
  });

  test('is reported together with every other mistake in the configuration, before anything is created', async () => {
    await using folder = await createDataFolder();
    const dataDir = path.join(folder.path, 'not-made');
    const environment = {
      DATA_DIR: dataDir,
      PORT: 'eighty',
      ADMIN_EMAIL: 'nobody',
      ADMIN_PASSWORD: 'brief',
      SAMPLE: 'maybe',
      MONGODB_URL: 'http://user:hidden@localhost',
      PUBLIC_ORIGIN: 'https://example.org/path',
      WRITES_PER_MINUTE: '0',
    };
    await using server = startProcess({ dataDir: folder.path, environment });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    const { DATA_DIR: _, ...wrong } = environment;
    for (const name of Object.keys(wrong)) expect(server.said()).toContain(`  ${name}: `);
    expect(server.said().trim().split('\n')).toHaveLength(1 + Object.keys(wrong).length);
    expect(server.said()).not.toContain('    at ');
    for (const secret of ['brief', 'hidden']) expect(server.said()).not.toContain(secret);
    await expect(readFile(dataDir)).rejects.toThrow('ENOENT');
  });

  test('is reported if the event log is damaged; the log is not changed', async () => {
    await using folder = await createEmbeddedFolder();
    const file = path.join(folder.path, 'events.db');
    const damaged = 'not a database, '.repeat(1000);
    await writeFile(file, damaged);
    expect(await whyNot(folder)).toContain(file);
    expect(await readFile(file, 'utf8')).toBe(damaged);
  });
});

describe('SIGTERM', () => {
  test('finishes a request in progress, accepts no more, and exits with 0', async () => {
    await using folder = await createDataFolder(template.path);
    await using server = startProcess({ dataDir: folder.path });
    const origin = await server.ready();
    const body = cityInput();
    const { request, continued, responded } = startRequest(origin, JSON.stringify(body));
    await continued;
    process.kill(server.pid, 'SIGTERM');
    await refused(origin);
    request.end(JSON.stringify(body));
    const response = await responded;
    expect(response.statusCode).toBe(201);
    response.resume();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    const names = (await folder.events()).map(({ data }) => ('name' in data ? data.name : undefined));
    expect(names).toContain(body.name);
  });

  test('to the shell in which npm runs it ends it too', async () => {
    await using folder = await createDataFolder(template.path);
    await using server = startProcess({
      dataDir: folder.path,
      environment: { npm_lifecycle_event: 'start' },
      // A shell that waits for the server, as `npm start` has on Debian.
      within: ['sh', '-c', '"$@"; exit $?', 'sh'],
    });
    const origin = await server.ready();
    // Fulfilled only once the server, too, has closed its output.
    expect(await server.end('SIGTERM')).toEqual({ code: null, signal: 'SIGTERM' });
    await refused(origin);
    expect(server.logged()).not.toContain('could not close');
  });

  test('and a second start lose nothing, and give the same answers', async () => {
    await using folder = await createDataFolder();
    const paths = ['/api/cities', '/api/stats', '/api/locations', '/api/admin/cities'];
    const responses: string[][] = [];
    let token = '';
    let minPosition: bigint | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      await using server = startProcess({ dataDir: folder.path });
      const origin = await server.ready();
      if (token === '') {
        ({ token } = await signInAdmin(origin));
        const added = await call(origin, 'POST', '/api/cities', { token, body: cityInput() });
        expect(added.status).toBe(201);
        minPosition = added.position;
      }
      const all = await Promise.all(paths.map((at) => call(origin, 'GET', at, { token, minPosition })));
      responses.push(all.map(({ status, text }) => `${status} ${text}`));
      expect(await server.end(signal)).toEqual({ code: 0, signal: null });
    }
    expect(responses[0]?.every((response) => response.startsWith('200 '))).toBe(true);
    expect(responses[1]).toEqual(responses[0]);
    await using records = await openRecordStore({
      url: serversOf(folder.path).MONGODB_URL,
      path: path.join(folder.path, 'records.db'),
    });
    const { passwordHash } = (await records.accounts.byEmail(adminEmail)) ?? {};
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

test('a read of the records from outside loses nothing of a server that is killed afterwards', async () => {
  await using folder = await createEmbeddedFolder();
  await using first = startProcess({ dataDir: folder.path });
  const origin = await first.ready();
  // When it closes, it must not delete the WAL that the server still uses.
  const look = openSqlite(path.join(folder.path, 'records.db'));
  look.exec('SELECT count(*) FROM accounts');
  look.close();
  const { token } = await register(origin, 'ann');
  await first.end('SIGKILL');

  await using second = startProcess({ dataDir: folder.path });
  expect((await call(await second.ready(), 'GET', '/api/auth/user', { token })).status).toBe(200);
});

/** A request whose headers have arrived at the server, but not its body. */
function startRequest(origin: string, body: string) {
  const request = httpRequest(`${origin}/api/cities`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Expect: '100-continue',
    },
  });
  const continued = new Promise<void>((resolve) => request.once('continue', resolve));
  const responded = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  request.flushHeaders();
  return { request, continued, responded };
}

/** Waits until no new connection is accepted. */
async function refused(origin: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const timeout = AbortSignal.timeout(patience);
  for (;;) {
    timeout.throwIfAborted();
    const taken = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (!taken) return;
    await delay(5);
  }
}

test('a missing folder is created', async () => {
  await using folder = await createDataFolder();
  const dataDir = path.join(folder.path, 'deep', 'data');
  await using _server = await startInProcess(folder, { DATA_DIR: dataDir });
  await expect(mkdir(dataDir)).rejects.toThrow('EEXIST');
});
