import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';

import { type Moment, parseMoment } from '#contracts/shared/moment';
import type { Closers } from '#platform/concurrency/closers';
import type { EventLog } from '#platform/event-log/index';
import { openReadStore, type ReadStore } from '#platform/read-store/index';
import { readModels } from '#projections/read-models';
import type { ReadModel } from '#projections/rule';

import { readStoresConfig, type StoresConfig } from '../config.ts';
import { openLogToRead, openStores, requireDataDir, StartError, type Stores } from '../stores.ts';
import type { CliContext } from '../terminal.ts';
import { UsageError } from '../usage.ts';
import { type ExitCode, withStores } from '../with-stores.ts';

/** The stores, with the read store under the name that the projections use. */
export interface CommandStores extends Omit<Stores, 'readStore'> {
  readonly store: Stores['readStore'];
}

export const withAllStores = (
  context: CliContext,
  work: (stores: CommandStores) => Promise<ExitCode>,
): Promise<ExitCode> =>
  withStores(
    (closers) => openStores(storesOf(context), { warn: context.printStatus }, closers),
    context.printStatus,
    ({ readStore: store, ...stores }) => work({ ...stores, store }),
  );

/** Opens only the event log, and never for writing. */
export const withLog = (context: CliContext, work: (log: EventLog) => Promise<ExitCode>): Promise<ExitCode> =>
  withStores(
    async (closers) => closers.add(await openLogToRead(storesOf(context), { warn: context.printStatus })),
    context.printStatus,
    work,
  );

/** @throws ConfigError, StartError if there is no log */
function storesOf({ env }: CliContext): StoresConfig {
  const config = readStoresConfig(env);
  requireDataDir(config);
  return config;
}

/** @throws UsageError if there is no such read model */
export function modelsNamed(name: string): readonly ReadModel[] {
  if (name === 'all') return readModels;
  const found = readModels.filter(({ declaration }) => declaration.name === name);
  if (found.length === 0)
    throw new UsageError(`There is no read model ${name}. There are: ${modelNames}, all.`);
  return found;
}
export const modelNames = readModels.map(({ declaration }) => declaration.name).join(', ');

/** The moment that an option names. @throws UsageError */
export function momentOf(option: string, text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment !== undefined) return moment;
  throw new UsageError(
    `${option} takes a position (1234) or a time with its zone (2026-03-01T12:00:00Z, or a day in UTC), not ${text}.`,
  );
}

/** @throws StartError for a moment after the end of the log */
export async function requirePast(moment: Moment, log: EventLog, now: Date): Promise<void> {
  if ('time' in moment) {
    if (moment.time.getTime() > now.getTime()) throw new StartError('That time is in the future.');
    return;
  }
  const head = await log.head();
  if (moment.position > head) throw new StartError(`The log ends at position ${head}.`);
}

/** The names of temporary folders begin with this, and continue with the id of the process on this machine. */
const temporaryPrefix = `lightfall-read-models-${hostname()}-`;

/** Removes the temporary folders of processes that were killed. */
function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [pid] = name.startsWith(temporaryPrefix) ? name.slice(temporaryPrefix.length).split('-') : [];
    if (pid === undefined || !/^\d+$/.test(pid) || isAlive(Number(pid))) continue;
    try {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process must not be signalled, but it is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * An empty read store in a folder of its own. The folder is removed at the end, or when the process exits before; that
 * of a killed process is removed when the next store is opened.
 */
export async function openTemporaryStore(closers: Closers): Promise<ReadStore> {
  removeLeftFolders();
  // Synchronous, so that no signal comes before the removal is prepared.
  const folder = mkdtempSync(path.join(tmpdir(), `${temporaryPrefix}${process.pid}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  closers.add({
    [Symbol.asyncDispose]: async () => {
      remove();
      process.off('exit', remove);
    },
  });
  return closers.add(
    await openReadStore({ path: path.join(folder, 'read-models.db'), warn: () => undefined }),
  );
}
