import path from 'node:path';

import { lockDataDir, openStores, requireDataDir, type Stores } from '../stores.ts';
import type { Closers } from '#platform/concurrency/closers';
import { readConfig } from '../config.ts';
import type { CliContext } from '../terminal.ts';
import { parseOptions, UsageError, withUsage } from '../usage.ts';
import { exitCodes, withStores, type ExitCode } from '../with-stores.ts';
import { exportStores, readManifest } from './export-stores.ts';
import type { Manifest, OnProgress } from './format.ts';
import { neededAt } from './photo-check.ts';
import { importStores } from './import-stores.ts';

export type TransferContext = Omit<CliContext, 'progress'>;

const variables =
  'DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL and STREAM_PREFIX mean what they mean to the server.';

export const exportUsage = `Usage: npm run export -- --to FOLDER

Writes the events, the accounts, the photos and the signing key into a new folder, with a manifest of SHA-256 sums. It
works while the server runs. The exit code is 1 if a photo is damaged or missing; the rest is exported.

${variables}`;

export const importUsage = `Usage: npm run import -- --from FOLDER

Compares an export with its manifest, writes it into empty stores of any kind, and compares the stores with it. Stop the
services first. If an import is interrupted, run it again: it continues.

${variables}`;

/** Runs `npm run export -- --to FOLDER`. Returns the exit code. */
export function exportCommand(args: readonly string[], context: TransferContext): Promise<ExitCode> {
  return withFolder(args, 'to', context, async ({ stores, folder, onProgress }) => {
    const now = context.now();
    let flaws = 0;
    const onFlaw = (flaw: string): void => {
      flaws += 1;
      context.printStatus(flaw);
    };
    const isNeeded = await neededAt(now, { ...stores, store: stores.readStore });
    const manifest = await exportStores(stores, folder, { now, onProgress, isNeeded, onFlaw });
    if (manifest.head) context.print(`The hash over all its events is ${manifest.head}.`);
    context.print(
      `${folder} holds ${contentOf(manifest)}. It holds personal data: keep it as safe as the server.`,
    );
    if (flaws > 0) context.printStatus('Some photos are damaged or missing: see above.');
    return flaws === 0 ? exitCodes.done : exitCodes.failed;
  });
}

/** Runs `npm run import -- --from FOLDER`. Returns the exit code. */
export function importCommand(args: readonly string[], context: TransferContext): Promise<ExitCode> {
  return withFolder(args, 'from', context, async ({ stores, folder, onProgress }) => {
    const manifest = await importStores(stores, folder, onProgress);
    context.print(
      manifest === undefined
        ? 'This export was imported into these stores before.'
        : `Imported and compared: ${contentOf(manifest)}. The read models are built at the next start.`,
    );
    return exitCodes.done;
  });
}

interface Work {
  readonly stores: Stores;
  readonly folder: string;
  readonly onProgress: OnProgress;
}

function withFolder(
  args: readonly string[],
  option: 'to' | 'from',
  context: TransferContext,
  work: (given: Work) => Promise<ExitCode>,
): Promise<ExitCode> {
  const usage = option === 'to' ? exportUsage : importUsage;
  const { env, printStatus } = context;
  return withUsage(args, context, usage, () => {
    const folder = folderIn(args, option);
    const open = async (closers: Closers) => {
      const config = readConfig(env);
      // A mistyped folder must not create stores. An import must be the only process; an export may run beside a
      // server.
      if (option === 'from') {
        await readManifest(folder);
        closers.add(await lockDataDir(config.dataDir));
      } else requireDataDir(config);
      return openStores(config, { warn: printStatus }, closers, { makesLog: option === 'from' });
    };
    const onProgress: OnProgress = (what, count, isAll = false) =>
      printStatus(`${what}: ${count.toLocaleString('en-US')}${isAll ? '' : ' ...'}`);
    return withStores(open, printStatus, (stores) =>
      work({ stores, folder: path.resolve(folder), onProgress }),
    );
  });
}

/** @throws UsageError if the folder is missing, or there is something else */
function folderIn(args: readonly string[], option: string): string {
  const { values } = parseOptions({ args: [...args], options: { [option]: { type: 'string' } } });
  const folder = values[option];
  if (typeof folder !== 'string' || folder === '') throw new UsageError(`--${option} FOLDER is missing.`);
  return folder;
}

const number = (value: number): string => value.toLocaleString('en-US');

const contentOf = ({ files, photoBytes }: Manifest): string =>
  `${number(files['events.jsonl'].lines)} events, ${number(files['accounts.jsonl'].lines)} accounts and ` +
  `${number(files['photos.jsonl'].lines)} photo files (${(photoBytes / 1024 / 1024).toFixed(1)} MB)`;
