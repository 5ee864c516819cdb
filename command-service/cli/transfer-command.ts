import path from 'node:path';
import { parseArgs } from 'node:util';

import pino from 'pino';

import { createClosers } from '../../closers.ts';
import { lockDataDir, openStores, requireLog, StartError } from '../../stores.ts';
import { ConfigError, readConfig } from '../config.ts';
import { isUnavailable } from '../unavailable.ts';
import { exportStores } from './export-stores.ts';
import { TransferError, type Manifest } from './format.ts';
import { importStores } from './import-stores.ts';
import type { Told, Transferred } from './transferred.ts';

/** What a command has of the outside world. */
export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shows a line to the person at the terminal. */
  readonly say: (line: string) => void;
  readonly now: () => Date;
}

type ExitCode = 0 | 1 | 2;

/** `npm run export -- --to FOLDER`. Gives the exit code. */
export function exportCommand(args: readonly string[], outside: Outside): Promise<ExitCode> {
  return withStores(args, 'to', outside, async ({ stores, folder, tell }) => {
    const manifest = await exportStores(stores, folder, { now: outside.now(), tell });
    outside.say(
      `${folder} holds ${contentOf(manifest)}. It holds personal data: keep it as safe as the server.`,
    );
  });
}

/** `npm run import -- --from FOLDER`. Gives the exit code. */
export function importCommand(args: readonly string[], outside: Outside): Promise<ExitCode> {
  return withStores(args, 'from', outside, async ({ stores, folder, tell }) => {
    const manifest = await importStores(stores, folder, tell);
    outside.say(
      manifest === undefined
        ? 'This export was imported into these stores before.'
        : `Imported and compared: ${contentOf(manifest)}. The read models are built at the next start.`,
    );
  });
}

interface Work {
  readonly stores: Transferred;
  readonly folder: string;
  readonly tell: Told;
}

async function withStores(
  args: readonly string[],
  option: 'to' | 'from',
  { env, say }: Outside,
  work: (given: Work) => Promise<void>,
): Promise<ExitCode> {
  const folder = folderIn(args, option);
  if (folder === undefined) {
    say(`Usage: npm run ${option === 'to' ? 'export' : 'import'} -- --${option} FOLDER`);
    return 2;
  }
  await using closers = createClosers();
  try {
    const config = readConfig(env);
    // Whoever writes must be alone; who only reads may do so beside a server.
    if (option === 'from') closers.add(await lockDataDir(config.dataDir));
    else requireLog(config);
    const stores = await openStores(config, pino({ level: 'silent' }), closers);
    const tell: Told = (what, count, isAll = false) =>
      say(`${what}: ${count.toLocaleString('en-US')}${isAll ? '' : ' ...'}`);
    await work({ stores, folder: path.resolve(folder), tell });
    return 0;
  } catch (error) {
    if (!isForPeople(error)) throw error;
    say(error.message);
    return 1;
  }
}

function folderIn(args: readonly string[], option: string): string | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { [option]: { type: 'string' } } });
    const folder = values[option];
    return typeof folder === 'string' && folder !== '' ? folder : undefined;
  } catch {
    return undefined; // an option that is not known: the usage says which is
  }
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof TransferError ||
  error instanceof ConfigError ||
  error instanceof StartError ||
  isUnavailable(error);

const number = (value: number): string => value.toLocaleString('en-US');

const contentOf = ({ files, photoBytes }: Manifest): string =>
  `${number(files['events.jsonl'].lines)} events, ${number(files['accounts.jsonl'].lines)} accounts and ` +
  `${number(files['photos.jsonl'].lines)} photo files (${(photoBytes / 1024 / 1024).toFixed(1)} MB)`;
