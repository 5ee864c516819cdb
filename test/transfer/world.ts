import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { pino } from 'pino';

import { chainStart } from '#platform/event-log/index';
import { publicKeysOf } from '#platform/log-integrity/signing-key';
import { readConfig } from '#apps/config';
import { parseEvent, streamOf } from '#contracts/events';
import { auditCommand } from '#apps/operator/audit-command';
import { readModels } from '#projections/read-models';
import { createProjections } from '#platform/projections/runner';
import { captureOutput } from '#projections/testing/cli-output';

import { createClosers } from '#platform/concurrency/closers';
import { exportCommand, importCommand } from '#apps/transfer/transfer-command';
import { openStores } from '#apps/stores';
import { createEmbeddedFolder, type DataFolder } from '../harness/data-folder.ts';
import { newEvent } from '../harness/events.ts';
import { adminPassword, register, signInAdmin, startInProcess } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

export type Environment = Readonly<Record<string, string>>;

/** New stores in files. */
export async function embeddedStores(): Promise<{ environment: Environment } & AsyncDisposable> {
  const folder = await createEmbeddedFolder();
  return {
    environment: { DATA_DIR: folder.path },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** An installation with at least one item of every kind, and that many more ratings. */
export async function createSource(ratings: number): Promise<DataFolder> {
  const folder = await createEmbeddedFolder();
  await using server = await startInProcess(folder, {
    ADMIN_PASSWORD: adminPassword,
    EVENTSTOREDB_URL: '',
    MONGODB_URL: '',
  });
  const admin = await signInAdmin(server.origin);
  const [ann, bob] = [await register(server.origin, 'ann'), await register(server.origin, 'bob')];
  const post = async (at: string, { token }: { token: string }, body: unknown = {}) => {
    const response = await server.call('POST', at, { token, body });
    if (response.status >= 300) throw new Error(`${at} answered ${response.status}: ${response.text}`);
    return response.body;
  };
  // A character that ends a line for some parsers, but not in JSON.
  const place = (cityId: string, name: string) =>
    locationInput(cityId, { name, description: 'Far\u2028off' });
  const [rome, oslo] = [
    await post('/api/cities', admin, cityInput({ name: 'Rome' })),
    await post('/api/cities', admin, cityInput({ name: 'Oslo' })),
  ];
  const forum = await post('/api/locations', admin, place(rome.id, 'Forum Romanum'));
  await post('/api/locations', ann, place(rome.id, 'Garden'));
  for (let number = 0; number < 12; number += 1) {
    await post(`/api/locations/${forum.id}/photos`, ann, {
      imageData: await pictureOf(number),
      fileName: 'a.png',
    });
  }
  // In order, and together more than EventStoreDB accepts at once.
  for (let number = 0; number < 100; number += 1) {
    const body = { description: `${number} `.padEnd(2000, '€') };
    await server.call('PUT', `/api/locations/${forum.id}`, { token: admin.token, body });
  }
  await post('/api/locations', admin, place(oslo.id, 'Fjord'));
  await server.call('DELETE', `/api/cities/${oslo.id}`, { token: admin.token });
  const erased = await server.call('POST', '/auth/account/erasure', {
    token: bob.token,
    body: { password: 'a good password' },
  });
  if (erased.status >= 300) throw new Error(erased.text);
  await server.settled();
  await using log = await folder.openLog();
  const rate = (userId: string) =>
    log.append(streamOf.opinion(forum.id, userId), 'none', [
      newEvent(userId, { type: 'location-rated.v1', data: { locationId: forum.id, userId, rating: 4 } }),
    ]);
  await Promise.all(Array.from({ length: ratings }, () => rate(randomUUID())));
  await server.settled();
  return folder;
}

export interface CommandOutput {
  readonly code: number;
  readonly lines: readonly string[];
}

async function runCommand(
  command: typeof exportCommand,
  args: readonly string[],
  env: Environment,
): Promise<CommandOutput> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await command(args, { env, print, printStatus: print, now: () => new Date() });
  return { code, lines };
}
export const runExport = (folder: string, env: Environment) =>
  runCommand(exportCommand, ['--to', folder], env);
export const runImport = (folder: string, env: Environment) =>
  runCommand(importCommand, ['--from', folder], env);

/** The hash over all events, as the log computes it. */
export async function headOf(env: Environment): Promise<string> {
  await using closers = createClosers();
  const { log } = await openStores(readConfig(env), { warn: () => undefined }, closers);
  let { hash } = chainStart;
  for await (const point of log.hashes(chainStart)) ({ hash } = point);
  return hash;
}

/** Everything in the stores that an export must contain: events without their positions, accounts, photo files. */
export async function contentOf(env: Environment) {
  await using closers = createClosers();
  const { log, records, photos } = await openStores(readConfig(env), { warn: () => undefined }, closers, {
    makesLog: true,
  });
  const events = [];
  for await (const event of log.readAll()) events.push({ ...parseEvent(event), position: undefined });
  const accounts = [];
  for await (const account of records.accounts.all()) {
    accounts.push({ account, identities: await records.identities.of(account.id) });
  }
  const names = [];
  for (const folder of ['originals', 'renditions', 'pictures']) {
    for await (const { name } of photos.list(folder)) names.push(name);
  }
  const byId = (one: { account: { id: string } }, other: { account: { id: string } }) =>
    one.account.id < other.account.id ? -1 : 1;
  // Earlier receipts still belong to this installation's key.
  const keys = await publicKeysOf(records);
  return { events, accounts: accounts.sort(byId), photos: names.sort(), keys };
}

/** Builds the read models, and compares them with the log. */
export async function audited(env: Environment): Promise<CommandOutput> {
  {
    await using closers = createClosers();
    const logger = pino({ level: 'silent' });
    const { log, readStore: store } = await openStores(readConfig(env), { warn: () => undefined }, closers);
    await using projections = await createProjections({
      log,
      store,
      models: readModels,
      parse: parseEvent,
      logger,
    });
    await projections.caughtUp();
  }
  const output = captureOutput(env);
  return { code: await auditCommand([], output), lines: output.printed };
}

export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-export-'));
  return {
    path: path.join(folder, 'export'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const dist = path.resolve(
  fileURLToPath(new URL('../..', import.meta.url)),
  process.env['LIGHTFALL_DIST'] ?? 'dist',
);

/** Runs `node dist/import.js`, and kills it at the first line that starts with this text. */
export async function killedImport(folder: string, env: Environment, line: string): Promise<void> {
  const script = path.join(dist, 'import.js');
  if (!existsSync(script)) throw new Error(`${script} is not there: npm run build makes it`);
  const child = spawn(process.execPath, [script, '--from', folder], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += String(chunk);
    if (said.includes(line)) child.kill('SIGKILL');
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`It came to its end: ${said}`);
}

/** A disk of 500 kB at $1 in its own mount namespace. Not every system allows one. */
const onSmallDisk =
  'mount -t tmpfs -o size=500k tmpfs "$1" || exit 77; DATA_DIR="$1" exec "$2" "$3" --from "$4"';

/** Runs `node dist/import.js` on stores without space. Returns its exit code, 77 if the system allows no such disk. */
export async function importOnSmallDisk(from: string, disk: string) {
  const script = path.join(dist, 'import.js');
  const args = ['-rm', 'sh', '-c', onSmallDisk, 'sh', disk, process.execPath, script, from];
  const child = spawn('unshare', args, {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const [code] = (await once(child, 'close').catch(() => [77])) as [number | null];
  return { code, said: said.trimEnd().split('\n') };
}
