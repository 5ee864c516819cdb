import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { exportCommand, exportUsage, importCommand, importUsage } from '#apps/transfer/transfer-command';
import { captureOutput } from '#projections/testing/cli-output';

import type { DataFolder } from '../harness/data-folder.ts';
import type { Json } from '../harness/http.ts';
import { signInAdmin, startInProcess } from '../harness/in-process.ts';
import { openTestServers, type TestServers } from '../mongodb-server/database.ts';
import {
  audited,
  contentOf,
  createSource,
  embeddedStores,
  headOf,
  importOnSmallDisk,
  killedImport,
  runExport,
  runImport,
  temporaryFolder,
  type Environment,
} from './world.ts';

const none = { EVENTSTOREDB_URL: '', MONGODB_URL: '' };

let source: DataFolder;
let exported: Awaited<ReturnType<typeof temporaryFolder>>;
let servers: TestServers;
let original: Awaited<ReturnType<typeof contentOf>>;
beforeAll(async () => {
  servers = await openTestServers();
  source = await createSource(1100);
  exported = await temporaryFolder();
  const { code, lines } = await runExport(exported.path, { DATA_DIR: source.path });
  expect(lines.at(-1)).toMatch(/1,2\d\d events, 2 accounts and \d+ photo files/);
  expect(code).toBe(0);
  original = await contentOf({ DATA_DIR: source.path });
  expect(original.keys).toHaveLength(1);
});
afterAll(async () => {
  for (const each of [source, exported, servers]) await each[Symbol.asyncDispose]();
});

/** New stores of the given kind. */
async function freshStores(kind: string): Promise<{ environment: Environment } & AsyncDisposable> {
  const embedded = await embeddedStores();
  if (kind === 'embedded') return embedded;
  const database = await servers.fresh();
  const log = process.env['EVENTSTOREDB_URL'];
  return {
    environment: {
      ...embedded.environment,
      MONGODB_URL: database.url,
      ...(log !== undefined && { EVENTSTOREDB_URL: log, STREAM_PREFIX: `test.${randomUUID().slice(0, 8)}-` }),
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await embedded[Symbol.asyncDispose]();
    },
  };
}

// Each import writes some thousand events to servers on a machine that may be busy.
describe.each(['embedded', 'servers'])('into %s stores', (kind) => {
  test('everything is imported, with ids, times and metadata, and the read models are the same', async () => {
    await using target = await freshStores(kind);
    expect((await runImport(exported.path, target.environment)).lines.at(-1)).toMatch(
      /^Imported and compared: /,
    );
    expect(await contentOf(target.environment)).toEqual(original);
    // The hash over all events, which does not depend on the log's positions.
    expect(await headOf(target.environment)).toBe(await headOf({ DATA_DIR: source.path }));
    expect(await headOf(target.environment)).toBe(
      JSON.parse(await readFile(path.join(exported.path, 'manifest.json'), 'utf8')).head,
    );
    const { code, lines } = await audited(target.environment);
    expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('0 differences')]);

    const [one, other] = [source.path, target.environment['DATA_DIR'] ?? ''];
    expect(await shownBy(other, target.environment)).toEqual(await shownBy(one, { DATA_DIR: one }));
  });

  test.each(['files checked', 'photos:', 'events: 1,000'])(
    'everything is imported even if the import is killed after "%s" and started again',
    async (line) => {
      await using target = await freshStores(kind);
      await killedImport(exported.path, target.environment, line);
      // Before that, the stores are still empty.
      if (line.startsWith('events')) {
        const at = { path: target.environment['DATA_DIR'] ?? '' } as DataFolder;
        const started = startInProcess(at, { ...none, ...target.environment });
        await expect(started).rejects.toThrow('An import into these stores is not finished');
      }
      expect((await runImport(exported.path, target.environment)).code).toBe(0);
      expect(await contentOf(target.environment)).toEqual(original);
      const again = await runImport(exported.path, target.environment);
      expect([again.code, again.lines.at(-1)]).toEqual([
        0,
        'This export was imported into these stores before.',
      ]);
    },
  );

  test('nothing is imported if they are not empty', async () => {
    await using target = await freshStores(kind);
    await using _server = await startInProcess(
      { path: target.environment['DATA_DIR'] ?? '' } as DataFolder,
      target.environment,
    );
    await _server[Symbol.asyncDispose]();
    const before = await contentOf(target.environment);
    const refused = await runImport(exported.path, target.environment);
    expect([refused.code, refused.lines.at(-1)]).toEqual([
      1,
      'The stores are not empty. Import into empty stores.',
    ]);
    expect(await contentOf(target.environment)).toEqual(before);
  });

  test('a second export of an imported export is the same', async () => {
    await using target = await freshStores(kind);
    await runImport(exported.path, target.environment);
    await using second = await temporaryFolder();
    expect((await runExport(second.path, target.environment)).code).toBe(0);
    const read = async (folder: string, name: string) =>
      linesOf(await readFile(path.join(folder, name), 'utf8')).map((line) => ({
        ...JSON.parse(line),
        position: '',
      }));
    expect(await read(second.path, 'events.jsonl')).toEqual(await read(exported.path, 'events.jsonl'));
    const accounts = async (folder: string) => (await read(folder, 'accounts.jsonl')).sort(byAccount);
    expect(await accounts(second.path)).toEqual(await accounts(exported.path));
  });
});

describe('an export folder', () => {
  test('contains no session, and personal data only in the file of the accounts', async () => {
    const text = async (name: string) => readFile(path.join(exported.path, name), 'utf8');
    expect(await text('accounts.jsonl')).toMatch(/ann@lightfall\.test.*\$argon2id/);
    for (const name of ['events.jsonl', 'photos.jsonl', 'manifest.json']) {
      expect(await text(name)).not.toMatch(/@lightfall\.test|argon2id|Tester/);
    }
    for (const name of await readdir(exported.path)) {
      if (name !== 'photos') expect(await text(name)).not.toMatch(/accessHash|refreshHash|bob@/);
    }
  });

  test.each([
    ['an event', 'events.jsonl'],
    ['an account', 'accounts.jsonl'],
    ['the list of photos', 'photos.jsonl'],
  ])('in which %s was changed is refused, before anything is imported', async (_, name) => {
    await expectRefused(async (folder) => {
      const file = path.join(folder, name);
      const text = await readFile(file, 'utf8');
      await writeFile(
        file,
        text.replace(/\d(?=\D*$)/, (digit) => (digit === '9' ? '8' : '9')),
      );
    }, `${name} has changed since it was exported. Nothing was imported.`);
  });

  test('in which a photo was changed or is missing is refused', async () => {
    const [name = ''] = await originalsIn(exported.path);
    const file = (folder: string) => path.join(folder, 'photos', 'originals', name);
    await expectRefused((folder) => appendFile(file(folder), 'x'), 'has changed since it was exported');
    await expectRefused((folder) => rm(file(folder)), 'is missing');
  });

  test.each(['manifest.json', 'accounts.jsonl', 'photos', 'photos/originals', 'photos/more'])(
    'with a link at %s is refused',
    async (name) => {
      await using elsewhere = await temporaryFolder();
      await mkdir(elsewhere.path);
      await expectRefused(async (folder) => {
        const there = path.join(elsewhere.path, 'moved');
        const isListed = !name.endsWith('more');
        await (isListed ? rename(path.join(folder, name), there) : writeFile(there, ''));
        await symlink(there, path.join(folder, name));
      }, `${name} is a link, and an export holds none. Nothing was imported.`);
    },
  );

  test('in which two accounts have the same email address is refused', async () => {
    await expectRefused(async (folder) => {
      const file = path.join(folder, 'accounts.jsonl');
      const lines = linesOf(await readFile(file, 'utf8'));
      const known = lines.map((line) => JSON.parse(line)).find(({ account }) => account !== undefined);
      const other = { ...known.account, id: randomUUID(), email: String(known.account.email).toUpperCase() };
      const text = `${[...lines, JSON.stringify({ ...known, account: other, identities: [] })].join('\n')}\n`;
      await rewrite(folder, 'accounts.jsonl', text);
    }, 'have the same email address. Nothing was imported.');
  });

  const forgeries: Json = { head: 'a'.repeat(64), photoBytes: 1, lines: 1 };
  test.each([
    ['head', 'when they were exported. Nothing was imported.'],
    ['photoBytes', 'manifest.json has changed since it was exported. Nothing was imported.'],
    ['lines', 'events.jsonl has changed since it was exported. Nothing was imported.'],
  ])('whose manifest has a false %s is refused, before anything is imported', async (name, message) => {
    await expectRefused(async (folder) => {
      await changeManifest(folder, (manifest) => {
        const forged = name === 'lines' ? manifest.files['events.jsonl'] : manifest;
        forged[name] = forgeries[name];
      });
    }, message);
  });

  test.each<[string, (file: string) => Promise<void>, RegExp]>([
    ['altered', (file) => appendFile(file, 'x'), /^originals\/[0-9a-f]{64}: its bytes were changed, or cut/],
    ['cut', (file) => truncate(file, 20), /^originals\/[0-9a-f]{64}: its bytes were changed, or cut/],
    ['missing', (file) => rm(file), /^originals\/[0-9a-f]{64}: it is missing; photo .* needs it$/],
  ])('with a photo %s is finished and names it, but fails', async (_, harm, line) => {
    await using harmed = await temporaryFolder();
    await cp(source.path, harmed.path, { recursive: true });
    const [name = ''] = await originalsIn(exported.path);
    await harm(path.join(harmed.path, 'photos', 'originals', name.slice(0, 2), name));
    await using folder = await temporaryFolder();
    const { code, lines } = await runExport(folder.path, { DATA_DIR: harmed.path });
    expect(lines.filter((each) => each.startsWith('originals/'))).toEqual([expect.stringMatching(line)]);
    expect(code).toBe(1);
    expect(await readdir(folder.path)).toContain('manifest.json');
  });

  test('can be read only by its owner', async () => {
    for (const entry of await readdir(exported.path, { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      expect((mode & 0o777).toString(8), entry.name).toBe(entry.isDirectory() ? '700' : '600');
    }
  });

  test('in which two accounts have the same identity is refused', async () => {
    await expectRefused(async (folder) => {
      const file = path.join(folder, 'accounts.jsonl');
      const accounts = linesOf(await readFile(file, 'utf8')).map((line) => JSON.parse(line));
      const text = accounts
        .map(({ account, ...more }) => {
          const identity = { provider: 'google', subject: 'one', userId: account?.id };
          return `${JSON.stringify(account ? { account, ...more, identities: [identity] } : more)}\n`;
        })
        .join('');
      await rewrite(folder, 'accounts.jsonl', text);
    }, 'has a sign-in by google that another account has, or two of them. Nothing was imported.');
  });

  test.each<[string, (lines: string[]) => string[], string]>([
    [
      'lack one in the middle of a stream',
      (lines) => lines.filter((line) => !line.includes('"city-approved.v1"')),
      'is not the next one of its stream',
    ],
    [
      'have an id twice',
      (lines) => [...lines, changed(lines.at(-1), { stream: 'city-x' })],
      'is there twice',
    ],
    [
      'are in a stream of the store itself',
      (lines) => [...lines, changed(lines.at(-1), { id: randomUUID(), stream: '$$$all' })],
      'is damaged',
    ],
    [
      'are of an unknown type',
      (lines) => lines.map((line) => line.replace('city-submitted.v1', 'city-painted.v1')),
      '(city-painted.v1) is unknown to this release. Nothing was imported.',
    ],
    [
      'have data that do not fit their type',
      (lines) => lines.map((line) => line.replace('"rating":4', '"rating":"4"')),
      '(location-rated.v1) is unknown to this release. Nothing was imported.',
    ],
  ])('whose events %s is refused, before anything is imported', async (_, spoil, message) => {
    await expectRefused(async (folder) => {
      const lines = linesOf(await readFile(path.join(folder, 'events.jsonl'), 'utf8'));
      await rewrite(folder, 'events.jsonl', `${spoil(lines).join('\n')}\n`);
      await changeManifest(folder, (manifest) => {
        // As in an export of the first release.
        delete manifest.head;
      });
    }, message);
  });

  test('without a manifest, or with an unknown one, is refused', async () => {
    const manifest = (folder: string) => path.join(folder, 'manifest.json');
    await expectRefused((folder) => rm(manifest(folder)), 'holds no finished export');
    await expectRefused(
      (folder) => writeFile(manifest(folder), '{"version":2}'),
      'damaged, or of another release',
    );
  });

  test.each(['signing-keys-public', 'reasons'])('whose setting %s is damaged is refused', async (name) => {
    await expectRefused(async (folder) => {
      await changeManifest(folder, ({ settings }) => {
        settings[name] = '[';
      });
    }, 'manifest.json is damaged, or of another release');
  });

  test('that is not there makes no stores', async () => {
    await using folder = await temporaryFolder();
    const { code } = await runImport(`${folder.path}-none`, { DATA_DIR: folder.path });
    expect([code, existsSync(folder.path)]).toEqual([1, false]);
  });

  test('for which the disk is too small is refused in a sentence', async ({ skip }) => {
    await using folder = await temporaryFolder();
    await mkdir(folder.path);
    const { code, said } = await importOnSmallDisk(exported.path, folder.path);
    if (code === 77) return skip('no disk of one’s own can be made here');
    expect([code, said.at(-1)]).toEqual([1, expect.stringMatching(/^The \w+ store does not answer: /)]);
  });

  test('that is not empty is not written into; an interrupted export starts again', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.path);
    await writeFile(path.join(folder.path, 'mine.txt'), 'x');
    const env = { DATA_DIR: source.path };
    expect((await runExport(folder.path, env)).lines).toEqual([
      `${folder.path} holds other files. Name a new folder.`,
    ]);
    expect((await runExport(exported.path, env)).lines[0]).toMatch(/holds an export already/);

    await using other = await temporaryFolder();
    await cp(exported.path, other.path, { recursive: true });
    await rm(path.join(other.path, 'manifest.json'));
    await writeFile(path.join(other.path, 'unfinished'), '');
    expect((await runExport(other.path, env)).code).toBe(0);
    expect(await readdir(other.path)).toEqual(await readdir(exported.path));
  });

  test('is refused with a sentence if it cannot be created', async () => {
    const folder = path.join(exported.path, 'manifest.json', 'folder');
    expect(await runExport(folder, { DATA_DIR: source.path })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^E\w+: .*manifest\.json/)],
    });
  });

  test('is not created for a mistyped installation', async () => {
    await using folder = await temporaryFolder();
    const { code, lines } = await runExport(folder.path, { DATA_DIR: path.join(source.path, 'nowhere') });
    expect([code, lines[0]]).toEqual([1, expect.stringContaining('There is no event log')]);
  });
});

const linesOf = (text: string): string[] => text.trimEnd().split('\n');

const changed = (line = '', fields: Json): string => JSON.stringify({ ...JSON.parse(line), ...fields });

const byAccount = (one: Json, other: Json) => (one.account.id < other.account.id ? -1 : 1);

const originalsIn = (folder: string) => readdir(path.join(folder, 'photos', 'originals'));

async function changeManifest(folder: string, change: (manifest: Json) => void): Promise<void> {
  const file = path.join(folder, 'manifest.json');
  const manifest: Json = JSON.parse(await readFile(file, 'utf8'));
  change(manifest);
  await writeFile(file, JSON.stringify(manifest));
}

/** Replaces a file of lines, and what the manifest says about it. */
async function rewrite(folder: string, name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, name), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  await changeManifest(folder, ({ files }) => {
    files[name] = { lines: linesOf(text).length, bytes: Buffer.byteLength(text), sha256 };
  });
}

async function expectRefused(spoil: (folder: string) => Promise<void>, message: string): Promise<void> {
  await using folder = await temporaryFolder();
  await cp(exported.path, folder.path, { recursive: true });
  await spoil(folder.path);
  await using target = await embeddedStores();
  const { code, lines } = await runImport(folder.path, target.environment);
  expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining(message)]);
  expect(await contentOf(target.environment)).toEqual({ events: [], accounts: [], photos: [], keys: [] });
}

/** The administrator's responses from a server on these stores. */
async function shownBy(dataDir: string, environment: Environment): Promise<string[]> {
  await using server = await startInProcess({ path: dataDir } as DataFolder, { ...none, ...environment });
  const { token } = await signInAdmin(server.origin);
  const responses = [];
  for (const at of [
    '/api/cities',
    '/api/locations',
    '/api/stats',
    '/api/admin/locations',
    '/api/admin/cities',
  ]) {
    responses.push((await server.call('GET', at, { token })).text);
  }
  return responses;
}

test.each([
  [exportCommand, exportUsage, '--to'],
  [importCommand, importUsage, '--from'],
])(
  '%o prints its usage on --help, and after a wrong option with what is wrong',
  async (command, usage, option) => {
    const help = captureOutput({});
    expect(await command(['--help'], help)).toBe(0);
    expect(help).toMatchObject({ printed: [usage], statuses: [] });
    const wrong = async (...args: string[]) => {
      const output = captureOutput({});
      expect(await command(args, output)).toBe(2);
      expect(output.printed).toEqual([]);
      return output.statuses;
    };
    expect(await wrong('--form', 'x')).toEqual([`Unknown option '--form'\n\n${usage}`]);
    expect(await wrong()).toEqual([`${option} FOLDER is missing.\n\n${usage}`]);
  },
);
