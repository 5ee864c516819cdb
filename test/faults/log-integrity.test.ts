import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { originalName } from '#platform/photo-store/index';
import { openRecordStore } from '#platform/record-store/index';
import { auditCommand } from '#apps/operator/audit-command';
import { reasonOf } from '#apps/run-process';
import { captureOutput } from '#projections/testing/cli-output';

import { createDataFolder, createEmbeddedFolder, type DataFolder } from '../harness/data-folder.ts';
import { call } from '../harness/http.ts';
import {
  adminPassword,
  createPopulatedFolder,
  type Person,
  register,
  signInAdmin,
  startInProcess,
} from '../harness/in-process.ts';
import { patience } from '../harness/patience.ts';
import { pictureOf } from '../harness/pictures.ts';
import { startProcess } from '../harness/server-process.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

/** A folder with cities and a photo, its administrator, and its log. */
let template: DataFolder;
let admin: Person;
let log: { readonly id: string; readonly end: number };
const cities = 12;
beforeAll(async () => {
  ({
    folder: template,
    people: [admin],
  } = await createPopulatedFolder(1, createEmbeddedFolder));
  await using server = await startInProcess(template);
  const { origin } = server;
  let cityId = '';
  for (let number = 0; number < cities; number += 1) cityId = (await addCity(origin, `City ${number}`)).id;
  const place = locationInput(cityId);
  const { body } = await call(origin, 'POST', '/api/locations', { token: admin.token, body: place });
  const photo = { imageData: await pictureOf(1), fileName: 'a.png' };
  await call(origin, 'POST', `/api/locations/${body.id}/photos`, { token: admin.token, body: photo });
  await server[Symbol.asyncDispose]();
  log = await logOf(template);
});
afterAll(() => template[Symbol.asyncDispose]());

async function addCity(origin: string, name: string) {
  const body = cityInput({ name });
  const response = await call(origin, 'POST', '/api/cities', { token: admin.token, body });
  expect(response.status, response.text).toBe(201);
  return { ...response.body, position: Number(response.headers.get('X-Event-Position')) };
}

const file = (folder: DataFolder, name = 'events.db'): string => path.join(folder.path, name);

/**
 * Runs a query or statements on a database in a separate process. A connection of this process would keep the WAL's
 * index alive, and a server that starts after a kill would trust it.
 */
function inDatabase(at: string, sql: string): unknown[][] {
  const script = `
    const { openSqlite } = await import('./platform/sqlite/connection.mjs');
    const [, path, sql] = process.argv;
    const database = openSqlite(path);
    if (sql.startsWith('SELECT')) process.stdout.write(JSON.stringify(database.rows(sql)));
    else database.exec(sql);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, at, sql]).toString();
  return output === '' ? [] : (JSON.parse(output) as unknown[][]);
}
const inLog = (folder: DataFolder, sql: string): unknown[][] => inDatabase(file(folder), sql);

/** Every photo file, with its bytes. */
async function photosIn(folder: DataFolder): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const names = await readdir(file(folder, 'photos'), { recursive: true, withFileTypes: true });
  for (const entry of names) {
    if (!entry.isFile()) continue;
    const at = path.join(entry.parentPath, entry.name);
    found[path.relative(folder.path, at)] = (await readFile(at)).toString('base64');
  }
  return found;
}

const acceptIn = (said: string): string => /ACCEPT_LOG=([0-9a-f-]{36})\s*$/.exec(said)?.[1] ?? '';

/** Expects a start to be refused. Returns the text that a process prints: one line without a stack. */
async function refusedStart(folder: DataFolder, environment: Record<string, string> = {}): Promise<string> {
  const said = reasonOf(await startInProcess(folder, environment).catch((error: unknown) => error));
  expect(said.split('\n')).toHaveLength(1);
  expect(said).toContain('Nothing was changed');
  return said;
}

async function expectServing(
  folder: DataFolder,
  names: readonly string[],
  environment: Record<string, string> = {},
) {
  await using server = await startInProcess(folder, environment);
  expect(namesIn((await server.call('GET', '/api/cities')).body)).toEqual([...names].sort());
  // More events, so that old read models cannot count as caught up.
  for (let number = 0; number < 5; number += 1) {
    const { id } = await addCity(server.origin, `New ${number}`);
    expect((await server.call('GET', `/api/cities/${id}`)).status).toBe(200);
  }
  expect(server.faults).toEqual([]);
}

const namesIn = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name).sort();

const allCities = Array.from({ length: cities }, (_, number) => `City ${number}`);

describe('a start', () => {
  test('without the log that the records know is refused, and creates none', async () => {
    await using folder = await createDataFolder(template.path);
    await rm(file(folder));
    const photos = await photosIn(folder);
    const said = await refusedStart(folder);
    expect(said).toContain(`There is no event log at ${file(folder)}`);
    expect(existsSync(file(folder))).toBe(false);
    expect(await photosIn(folder)).toEqual(photos);
    // A new log must not reuse the id of the former one.
    expect(await refusedStart(folder, { ACCEPT_LOG: log.id })).toContain('There is no event log');

    await expectServing(folder, [], { ACCEPT_LOG: acceptIn(said) });
    expect((await logOf(folder)).id).toBe(acceptIn(said));
    expect(await photosIn(folder)).toMatchObject(withoutNotes(photos));
    // The operator needs to name the log only once.
    await using _again = await startInProcess(folder);
  });

  test('with another log is refused until the operator names it', async () => {
    await using folder = await createDataFolder(template.path);
    const { folder: other } = await createPopulatedFolder(1, createEmbeddedFolder);
    await using _other = other;
    await copyFile(file(other), file(folder));
    const before = await readFile(file(folder));
    const said = await refusedStart(folder);
    expect(said).toContain(log.id);
    expect(acceptIn(said)).toBe((await logOf(other)).id);
    expect((await readFile(file(folder))).equals(before)).toBe(true);
    await refusedStart(folder, { ACCEPT_LOG: log.id });
    await expectServing(folder, [], { ACCEPT_LOG: acceptIn(said) });
  });

  test('with a log whose end is missing is refused until the operator accepts it', async () => {
    await using folder = await createDataFolder(template.path);
    // Creates read models and responses of the longer log.
    await (await startInProcess(folder))[Symbol.asyncDispose]();
    inLog(folder, 'DELETE FROM event WHERE position > 9; UPDATE sqlite_sequence SET seq = 9');
    const said = await refusedStart(folder);
    expect(said).toContain('ends at position 9');
    expect(acceptIn(said)).toBe(log.id);
    const left = cities - Math.ceil((log.end - 9 - 3) / 2);
    await expectServing(folder, allCities.slice(0, left), { ACCEPT_LOG: log.id });
    // The accepted log gets a new id, so nothing that remembers the old log matches it.
    expect((await logOf(folder)).id).not.toBe(log.id);
    expect(await audit(folder)).toEqual([0, []]);
  });

  test.each([
    [
      'with a forged actor',
      'UPDATE event SET metadata = replace(metadata, \'actor":"\', \'actor":"x\') WHERE position = 20',
      20,
    ],
    ['without an event', 'DELETE FROM event WHERE position = 20', 20],
  ])('%s among the last events is refused, and audit names it', async (_, sql, position) => {
    await using folder = await createDataFolder(template.path);
    inLog(folder, sql);
    const said = await refusedStart(folder);
    expect(said).toMatch(new RegExp(`position ${position}|position ${position + 1}`));
    expect(await audit(folder)).toEqual([
      1,
      [expect.stringMatching(new RegExp(`^log: position ${position}: `))],
    ]);
    const accepted = await startInProcess(folder, { ACCEPT_LOG: acceptIn(said) });
    await accepted[Symbol.asyncDispose]();
    // The log is accepted when named, but still reported as damaged.
    await using _again = await startInProcess(folder);
    expect((await audit(folder))[0]).toBe(1);
  });

  test('after a kill is refused if a flipped bit in the WAL costs acknowledged events', async () => {
    await using folder = await createDataFolder(template.path);
    {
      await using server = startProcess({ dataDir: folder.path });
      const origin = await server.ready();
      let position = 0;
      for (let number = 0; number < 40; number += 1)
        position = (await addCity(origin, `Place ${number}`)).position;
      await headIsKept(folder, position);
      await server.end('SIGKILL');
    }
    const wal = await readFile(file(folder, 'events.db-wal'));
    const middle = Math.floor(wal.length / 2);
    wal.writeUInt8(wal.readUInt8(middle) ^ 1, middle);
    await writeFile(file(folder, 'events.db-wal'), wal);
    await using refused = startProcess({ dataDir: folder.path });
    expect((await refused.ended).code).toBe(1);
    expect(refused.said()).toContain('acknowledged events are missing');
    // The WAL stays for somebody who can repair it.
    expect((await readFile(file(folder, 'events.db-wal'))).equals(wal)).toBe(true);
    wal.writeUInt8(wal.readUInt8(middle) ^ 1, middle);
    await writeFile(file(folder, 'events.db-wal'), wal);
    await using repaired = startProcess({ dataDir: folder.path });
    const origin = await repaired.ready();
    expect((await call(origin, 'GET', '/api/cities?limit=500')).body).toHaveLength(cities + 40);
  });

  test('without records continues with new accounts, and logs a warning', async () => {
    await using folder = await createDataFolder(template.path);
    await rm(file(folder, 'records.db'));
    const warnings: string[] = [];
    const environment = { ADMIN_PASSWORD: adminPassword };
    await using server = await startInProcess(folder, environment, (line) => warnings.push(line));
    const { origin } = server;
    expect((await call(origin, 'GET', '/api/cities')).body).toHaveLength(cities);
    expect((await call(origin, 'GET', '/api/auth/user', { token: admin.token })).status).toBe(401);
    const { token } = await signInAdmin(origin);
    expect((await call(origin, 'GET', '/api/auth/user', { token })).body.isAdmin).toBe(true);
    await register(origin, 'somebody');
    expect(warnings.join()).toContain('There are no accounts, but the event log has events');
  });

  test('without photos continues, and logs a warning', async () => {
    await using folder = await createDataFolder(template.path);
    await rm(file(folder, 'photos'), { recursive: true });
    for (const warns of [true, false]) {
      const warnings: string[] = [];
      await using _server = await startInProcess(folder, {}, (line) => warnings.push(line));
      expect(warnings.join().includes('were the photos lost?')).toBe(warns);
    }
  });

  test('with photos of the first release, which name no log, logs no warning', async () => {
    await using folder = await createDataFolder(template.path);
    await rm(file(folder, 'photos'), { recursive: true });
    {
      await using photos = await folder.openPhotos();
      await photos.put(originalName('a'.repeat(64)), Buffer.from('x'));
    }
    const warnings: string[] = [];
    await using _server = await startInProcess(folder, {}, (line) => warnings.push(line));
    expect(warnings.join()).not.toContain('were the photos lost?');
  });

  test('on the files of the first release continues, and remembers their log from then on', async () => {
    await using folder = await createEmbeddedFolder();
    const fixture = fileURLToPath(new URL('../releases/0.1.0/events.db', import.meta.url));
    await copyFile(fixture, file(folder));
    {
      await using server = await startInProcess(folder);
      expect(namesIn((await server.call('GET', '/api/cities')).body)).toEqual(['Oslo', 'Rome']);
    }
    await rm(file(folder));
    await refusedStart(folder);
  });

  test('without the log of the first release, whose records know its position, is refused', async () => {
    await using folder = await createEmbeddedFolder();
    await (await startInProcess(folder))[Symbol.asyncDispose]();
    const { id, end } = await logOf(folder);
    const reactions = JSON.stringify({ logId: id, position: String(end) });
    inDatabase(
      file(folder, 'records.db'),
      `DELETE FROM keyed WHERE key LIKE 'setting:log%' OR key = 'setting:reactions';
       INSERT INTO keyed (key, value) VALUES ('setting:reactions', '${reactions}')`,
    );
    await rm(file(folder, 'photos'), { recursive: true });
    await rm(file(folder));
    expect(await refusedStart(folder)).toContain('There is no event log');
  });
});

test('makes the files readable only by their owner, also in a folder of an earlier release', async () => {
  await using made = await createEmbeddedFolder();
  const dataDir = path.join(made.path, 'data');
  const umask = process.umask(0o022);
  try {
    await mkdir(path.join(dataDir, 'photos', 'originals', 'ab'), { recursive: true });
    await writeFile(path.join(dataDir, 'photos', 'originals', 'ab', 'abc'), 'x');
    const fixture = fileURLToPath(new URL('../releases/0.1.0/events.db', import.meta.url));
    await copyFile(fixture, path.join(dataDir, 'events.db'));
    await writeFile(path.join(dataDir, 'server.lock'), '');
    await using server = await startInProcess(made, { DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword });
    await signInAdmin(server.origin);
    const wrong: string[] = [];
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    for (const entry of [...entries, undefined]) {
      const at = entry === undefined ? dataDir : path.join(entry.parentPath, entry.name);
      const info = await stat(at).catch(() => undefined);
      if (info === undefined) continue;
      const mode = (info.mode & 0o777).toString(8);
      if (mode !== (info.isDirectory() ? '700' : '600')) wrong.push(`${path.relative(dataDir, at)} ${mode}`);
    }
    expect(entries.length).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  } finally {
    process.umask(umask);
  }
});

/** The photo store's notes about its log change with it. */
const withoutNotes = (photos: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(photos).filter(([name]) => !name.startsWith('photos/log/')));

/** The log's id and end, in a folder that no server uses. */
async function logOf(folder: DataFolder): Promise<{ id: string; end: number }> {
  const select = "SELECT (SELECT value FROM meta WHERE name = 'log-id'), (SELECT max(position) FROM event)";
  const [[id, end] = []] = inLog(folder, select);
  return { id: String(id), end: Number(end) };
}

async function audit(folder: DataFolder): Promise<[number, string[]]> {
  const heard = captureOutput({ DATA_DIR: folder.path });
  const code = await auditCommand([], heard);
  return [code, heard.printed.filter((line) => line.startsWith('log: '))];
}

/** Waits until the records know the log up to a position. */
async function headIsKept(folder: DataFolder, position: number): Promise<void> {
  await using records = await openRecordStore({ path: file(folder, 'records.db') });
  const timeout = AbortSignal.timeout(patience);
  for (;;) {
    const head = await records.settings.get('log-head');
    if (head !== undefined && Number((JSON.parse(head) as { position: string }).position) >= position) return;
    timeout.throwIfAborted();
    await delay(10);
  }
}
