import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSqlite } from '../../platform/sqlite/connection.mjs';
import { noteOf } from '#platform/read-store/sqlite/unsynced';
import type { Sqlite } from '#platform/sqlite/types';
import { modelOf } from '#projections/testing/places';
import { createDataFolder, createEmbeddedFolder, type DataFolder } from '../harness/data-folder.ts';
import type { Json } from '../harness/http.ts';
import {
  createPopulatedFolder,
  type Person,
  type RunningServer,
  startInProcess,
} from '../harness/in-process.ts';
import { startProcess } from '../harness/server-process.ts';
import { beginning } from '../properties/commands.ts';
import { createWorld, give } from '../properties/world.ts';

/** A folder with some activity, and the responses of a server on it. */
let template: DataFolder;
let people: readonly [Person, ...Person[]];
let paths: string[];
let responses: string[];
/** The read models' file and its WAL while a server used them, and the file that the server left. */
let asUsed: readonly [Buffer, Buffer];
let whole: Buffer;
const page = 4096; // bytes

beforeAll(async () => {
  ({ folder: template, people } = await createPopulatedFolder(3, createEmbeddedFolder));
  await using server = await startInProcess(template);
  const world = createWorld(server, people);
  const more = [
    { type: 'rate', who: 1, target: 0, rating: 4 },
    { type: 'favorite', who: 2, target: 0 },
    {
      type: 'edit-location',
      who: 2,
      target: 0,
      changes: { address: 'Here' },
      fromRevision: true,
      moveTo: null,
    },
    { type: 'submit-city', who: 0, target: 0, name: 'Gone' },
    { type: 'submit-location', who: 0, target: 3, name: 'Gone too' },
    { type: 'delete', of: 'city', who: 0, target: 3 },
    { type: 'submit-location', who: 0, target: 0, name: 'Chiado' },
  ] as const;
  for (const command of [...beginning, ...more]) {
    expect((await give(world, command)).response.status, command.type).toBeLessThan(300);
  }
  await server.settled();
  paths = pathsOf(world.cities, world.locations);
  responses = await ask(server);
  expect(responses.filter((response) => response.startsWith('200'))).not.toHaveLength(0);
  const file = path.join(template.path, 'read-models.db');
  asUsed = [await readFile(file), await readFile(`${file}-wal`)];
  expect(asUsed[1].length).toBeGreaterThan(4 * page);
  await server[Symbol.asyncDispose]();
  whole = await readFile(file);
  expect(whole.length).toBeGreaterThan(20 * page);
});
afterAll(() => template[Symbol.asyncDispose]());

const pathsOf = (cities: readonly string[], locations: readonly string[]): string[] => [
  '/api/cities',
  '/api/cities?search=lis',
  '/api/locations',
  '/api/locations?search=view&category=viewpoint&minRating=1',
  `/api/locations?city=${cities[0]}`,
  '/api/locations/trending',
  '/api/stats',
  '/api/submissions',
  ...['pending-cities', 'pending-locations', 'pending-edits', 'cities', 'locations'].map(
    (list) => `/api/admin/${list}`,
  ),
  '/api/admin/locations?status=deleted&search=gone',
  ...cities.flatMap((id) => [`/api/cities/${id}`, `/api/admin/cities/${id}/history`]),
  ...locations.flatMap((id) => [
    `/api/locations/${id}`,
    `/api/locations/${id}/photos`,
    `/api/admin/locations/${id}/history`,
  ]),
];

/** All responses, for every viewer, as sent over the wire. */
async function ask(server: RunningServer): Promise<string[]> {
  const one = async (at: string, token: string | undefined): Promise<string> => {
    const { status, headers, text } = await server.call('GET', at, { token });
    const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json') === true;
    const body = isProblem ? (JSON.parse(text) as Json).code : text;
    const told = ['ETag', 'Link', 'X-Total-Count', 'Cache-Control'].map((name) => headers.get(name));
    return `${status} ${at} ${token === undefined ? '' : 'signed in'}\n${told.join(' ')}\n${body}`;
  };
  const all: string[] = [];
  for (const token of [undefined, ...people.slice(0, 2).map((person) => person.token)])
    all.push(...(await Promise.all(paths.map((at) => one(at, token)))));
  return all;
}

/** A server on a copy of the folder, with a modified file of read models. */
async function startWith(readModels: Buffer | undefined, wal?: Buffer) {
  const folder = await createDataFolder(template.path);
  const file = path.join(folder.path, 'read-models.db');
  if (readModels !== undefined) await writeFile(file, readModels);
  if (wal !== undefined) await writeFile(`${file}-wal`, wal);
  const warnings: string[] = [];
  const server = await startInProcess(folder, {}, (line) => warnings.push(line));
  return { folder, server, warnings };
}

test('without their file, the read models are rebuilt, and every answer is the same', async () => {
  const { folder, server, warnings } = await startWith(undefined);
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(responses);
  expect(warnings).toEqual([]);
});

test('with an intact file, nothing is rebuilt', async () => {
  const { folder, server, warnings } = await startWith(whole);
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(responses);
  expect(warnings).toEqual([]);
});

const overwritten = (from: number, bytes: Buffer): Buffer => {
  const copy = Buffer.from(whole);
  bytes.copy(copy, from);
  return copy;
};
const halfOf = ({ length }: Buffer): number => Math.floor(length / 2 / page) * page;

test.each<[string, () => Buffer]>([
  ['overwritten in the middle', () => overwritten(halfOf(whole), Buffer.alloc(8 * page, 0xa5))],
  ['with a damaged beginning', () => overwritten(0, Buffer.alloc(100, 0xff))],
  ['cut off', () => whole.subarray(0, halfOf(whole))],
  ['cut off within a page', () => whole.subarray(0, halfOf(whole) + 100)],
  ['full of something else', () => Buffer.from('not a database, '.repeat(10_000))],
])('%s, it is set aside with a log message, and every answer is the same', async (_, harm) => {
  const harmed = harm();
  const { folder, server, warnings } = await startWith(harmed);
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(responses);
  expect(warnings.join('')).toMatch(
    /set aside as .*read-models\.db\.corrupt-\d+; the read models are built anew/,
  );
  const aside = (await readdir(folder.path)).find((name) => /^read-models\.db\.corrupt-\d+$/.test(name));
  expect((await readFile(path.join(folder.path, aside ?? ''))).equals(harmed)).toBe(true);
});

test.each<[string, (database: Sqlite) => void]>([
  [
    'in a document',
    (database) => database.exec(`UPDATE ${tableOf(database, 'cities')} SET doc = '{"id":' || hex(doc)`),
  ],
  [
    'in every document of every table',
    (database) => {
      for (const name of ['locations', 'photos', 'opinions', 'edits']) {
        database.exec(`UPDATE ${tableOf(database, name)} SET doc = 'x'`);
      }
    },
  ],
])('with damage that SQLite does not notice, %s, the first start sets it aside', async (_, harm) => {
  const folder = await createDataFolder(template.path);
  await using _folder = folder;
  const file = path.join(folder.path, 'read-models.db');
  await writeFile(file, whole);
  const database = openSqlite(file);
  harm(database);
  // Makes the runner process an event, so that it reads its documents.
  database.exec("UPDATE copies SET position = position - 4 WHERE model = 'places'");
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const warnings: string[] = [];
  await using server = await startInProcess(folder, {}, (line) => warnings.push(line));
  expect(warnings.join('')).toContain('the read models are built anew');
  expect(await ask(server)).toEqual(responses);
});

function tableOf(database: Sqlite, collection: string): string {
  const tables = database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'");
  return String(
    tables.flat().find((name) => /^c\d+_/.test(String(name)) && String(name).endsWith(`_${collection}`)),
  );
}

test('with a damaged WAL beside it, every answer is the same', async () => {
  const [file, wal] = asUsed;
  const damaged = Buffer.from(wal);
  damaged.fill(0xa5, halfOf(wal), halfOf(wal) + page);
  const { folder, server } = await startWith(file, damaged);
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(responses);
});

test('an empty file counts as missing', async () => {
  const { folder, server } = await startWith(Buffer.alloc(0));
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(responses);
});

test('read models of another log are rebuilt', async () => {
  const other = await createPopulatedFolder(1, createEmbeddedFolder);
  await using otherFolder = other.folder;
  await using process = startProcess({ dataDir: otherFolder.path });
  await process.ready();
  await process.end('SIGKILL');
  const file = path.join(otherFolder.path, 'read-models.db');
  const { folder, server, warnings } = await startWith(await readFile(file), await readFile(`${file}-wal`));
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(responses);
  expect(warnings.join('')).toContain('read model is not of this log');
});

const notesIn = async (folder: DataFolder) =>
  (await readdir(folder.path)).filter((name) => name.startsWith('read-models.db.unsynced-'));

/** Notes exist only on Linux. */
const hasNotes = noteOf(fileURLToPath(import.meta.url)) !== undefined;

test.skipIf(!hasNotes)(
  'a killed process causes no rebuild, a system crash does; an orderly end leaves neither note nor WAL',
  async () => {
    await using folder = await createDataFolder(template.path);
    const file = path.join(folder.path, 'read-models.db');
    const sentence = 'may be torn, because';
    const startAndEnd = async (signal: 'SIGKILL' | 'SIGTERM') => {
      await using process = startProcess({ dataDir: folder.path });
      await process.ready();
      // Another process that writes and ends, as a replay does, leaves the server's note in place.
      await using other = await folder.openReadStore();
      await (await other.rebuild(modelOf([])))[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      const notes = await notesIn(folder);
      await process.end(signal);
      const isRebuilt = `${process.said()}${process.logged()}`.includes(sentence);
      const { ino: inode } = await stat(file);
      const isWhole = (await readFile(`${file}-wal`).catch(() => Buffer.alloc(0))).length === 0;
      return { notes, left: await notesIn(folder), isRebuilt, inode, isWhole };
    };
    const first = await startAndEnd('SIGKILL');
    expect(first).toMatchObject({ notes: [expect.any(String)], left: first.notes, isRebuilt: false });
    const second = await startAndEnd('SIGKILL');
    expect(second).toEqual(first);
    // As if the machine had been restarted since.
    const [note = ''] = second.left;
    await rename(
      path.join(folder.path, note),
      path.join(folder.path, note.replace(/(?<=unsynced-).{36}/, '00000000-0000-4000-8000-000000000000')),
    );
    const third = await startAndEnd('SIGTERM');
    expect(third).toMatchObject({ notes: [expect.any(String)], left: [], isRebuilt: true, isWhole: true });
    expect(await startAndEnd('SIGTERM')).toMatchObject({
      notes: [expect.any(String)],
      left: [],
      isRebuilt: false,
      isWhole: true,
      inode: third.inode,
    });
    await using server = await startInProcess(folder);
    expect(await ask(server)).toEqual(responses);
  },
);
