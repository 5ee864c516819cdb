import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** An empty read store in a folder of its own, which is removed at the end, or when the process exits before. */
export async function openTemporaryStore(closers: Closers): Promise<ReadStore> {
  // Synchronous, so that no signal comes before the removal is prepared.
  const folder = mkdtempSync(path.join(tmpdir(), 'lightfall-read-models-'));
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
