import { open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDataFolder, type DataFolder } from '../harness/data-folder.ts';
import type { Json } from '../harness/http.ts';
import { startInProcess, type Person, type RunningServer } from '../harness/in-process.ts';
import { createPopulatedFolder } from '../harness/people.ts';
import { beginning } from '../properties/commands.ts';
import { createWorld, give } from '../properties/world.ts';

/** A folder in which something has happened, and what a server on it answered. */
let template: DataFolder;
let people: readonly [Person, ...Person[]];
let paths: string[];
let answers: string[];

beforeAll(async () => {
  ({ folder: template, people } = await createPopulatedFolder(3));
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
    { type: 'submit-location', who: 0, target: 2, name: 'Gone too' },
    { type: 'delete', of: 'city', who: 0, target: 2 },
    { type: 'submit-location', who: 0, target: 0, name: 'Chiado' },
  ] as const;
  for (const command of [...beginning, ...more]) {
    expect((await give(world, command)).answer.status, command.type).toBeLessThan(300);
  }
  await server.settled();
  paths = pathsOf(world.cities, world.locations);
  answers = await ask(server);
  expect(answers.filter((answer) => answer.startsWith('200'))).not.toHaveLength(0);
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

/** All answers, to everyone, as they came over the wire. */
async function ask(server: RunningServer): Promise<string[]> {
  const all: string[] = [];
  for (const token of [undefined, ...people.map((person) => person.token)]) {
    for (const at of paths) {
      const { status, headers, text } = await server.call('GET', at, { token });
      const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json') === true;
      const body = isProblem ? (JSON.parse(text) as Json).code : text;
      const told = ['ETag', 'Link', 'X-Total-Count', 'Cache-Control'].map((name) => headers.get(name));
      all.push(`${status} ${at} ${token === undefined ? '' : 'signed in'}\n${told.join(' ')}\n${body}`);
    }
  }
  return all;
}

/** The folder with its read models, after a server was closed; then something happens to their file. */
async function startAfter(harm: (file: string) => Promise<unknown>) {
  const folder = await createDataFolder(template.path);
  const file = path.join(folder.path, 'read-models.db');
  await (await startInProcess(folder))[Symbol.asyncDispose]();
  await harm(file);
  const warnings: string[] = [];
  const server = await startInProcess(folder, {}, (line) => warnings.push(line));
  return { folder, server, warnings };
}

const withoutFile = async (file: string) => {
  for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
};

test('without their file, the read models are made anew, and every answer is the same', async () => {
  const { folder, server, warnings } = await startAfter(withoutFile);
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(answers);
  expect(warnings).toEqual([]);
});

const overwrite = async (file: string, from: number, bytes: Buffer) => {
  await using handle = await open(file, 'r+');
  await handle.write(bytes, 0, bytes.length, from);
};

test.each<[string, (file: string) => Promise<unknown>]>([
  [
    'overwritten in the middle',
    async (file) => {
      const { size } = await stat(file);
      await overwrite(file, Math.floor(size / 8192) * 4096, Buffer.alloc(32_768, 0xa5));
    },
  ],
  ['with a damaged beginning', (file) => overwrite(file, 0, Buffer.alloc(100, 0xff))],
  ['cut off', async (file) => truncate(file, Math.floor((await stat(file)).size / 2 / 4096) * 4096)],
  ['full of something else', (file) => writeFile(file, 'not a database, '.repeat(10_000))],
])('%s, it is set aside with a word about it, and every answer is the same', async (_, harm) => {
  let harmed: Buffer | undefined;
  const { folder, server, warnings } = await startAfter(async (file) => {
    // All of it in the one file.
    await rm(`${file}-wal`, { force: true });
    await rm(`${file}-shm`, { force: true });
    await harm(file);
    harmed = await readFile(file);
  });
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(answers);
  expect(warnings.join('')).toMatch(
    /set aside as .*read-models\.db\.corrupt-\d+; the read models are built anew/,
  );
  const aside = (await readdir(folder.path)).find((name) => /^read-models\.db\.corrupt-\d+$/.test(name));
  expect(await readFile(path.join(folder.path, aside ?? ''))).toEqual(harmed);
});

test('an empty file is as good as none', async () => {
  const { folder, server } = await startAfter(async (file) => {
    await withoutFile(file);
    await writeFile(file, '');
  });
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(answers);
});

test('read models of another log are made anew', async () => {
  const other = await createPopulatedFolder(1);
  await using _other = other.folder;
  const { folder, server } = await startAfter(async (file) => {
    await using strange = await startInProcess(other.folder);
    await strange.call('POST', '/api/cities', {
      token: other.people[0].token,
      body: { name: 'Elsewhere', country: 'X', imageUrl: 'https://example.org/x.jpg' },
    });
    await strange[Symbol.asyncDispose]();
    await withoutFile(file);
    await writeFile(file, await readFile(path.join(other.folder.path, 'read-models.db')));
  });
  await using _folder = folder;
  await using _server = server;
  expect(await ask(server)).toEqual(answers);
});
