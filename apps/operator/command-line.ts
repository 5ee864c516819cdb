import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Moment, parseMoment } from '#contracts/shared/moment';
import type { Closers } from '#platform/concurrency/closers';
import type { EventLog } from '#platform/event-log/index';
import { openReadStore, type ReadStore } from '#platform/read-store/index';
import { readModels } from '#projections/read-models';
import type { ReadModel } from '#projections/rule';

import { readStoresConfig, type StoresConfig } from '../config.ts';
import { openLogToRead, openStores, requireDataDir, type Stores } from '../stores.ts';
import { type Output, UsageError } from '../usage.ts';
import { type ExitCode, withStores } from '../with-stores.ts';

/** The stores, with the read store under the name that the projections use. */
export interface CommandStores extends Omit<Stores, 'readStore'> {
  readonly store: Stores['readStore'];
}

/** The parts of its environment that a command uses. */
export interface CliContext extends Output {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Shows a progress line, which replaces the previous one. */
  readonly progress: (line: string) => void;
  readonly now: () => Date;
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

/** Milliseconds between two lines of progress in a file or a pipe, where a line cannot replace another. */
const seldom = 10_000;

type Stream = Pick<NodeJS.WriteStream, 'write' | 'on' | 'isTTY' | 'columns'>;

/**
 * The context of this process: results on stdout, everything else on stderr. On a terminal progress is one line, which
 * everything else replaces; elsewhere it is a line from time to time.
 */
export function terminal({
  stdout,
  stderr,
}: { readonly stdout: Stream; readonly stderr: Stream } = process): CliContext {
  const { isTTY: isTerminal } = stderr;
  let shown = '';
  let lastWritten = -Infinity;
  const clear = () => {
    if (shown !== '') stderr.write('\r\x1b[K');
    shown = '';
  };
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has closed the pipe (`| head`); the command runs to its end.
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    env: process.env,
    now: () => new Date(),
    print(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    printStatus(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(line) {
      if (isTerminal) {
        clear();
        // A line that fills the terminal would wrap to a second one, which cannot be replaced.
        shown = line.slice(0, (stderr.columns || 80) - 1);
        stderr.write(shown);
      } else if (performance.now() - lastWritten >= seldom) {
        lastWritten = performance.now();
        stderr.write(`${line}\n`);
      }
    },
  };
}

/** The moment that an option names. @throws UsageError */
export function momentOf(option: string, text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment !== undefined) return moment;
  throw new UsageError(
    `${option} takes a position (1234) or a time with its zone (2026-03-01T12:00:00Z, or a day in UTC), not ${text}.`,
  );
}

/** An empty read store in a folder of its own, which is removed at the end. */
export async function openTemporaryStore(closers: Closers): Promise<ReadStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lightfall-read-models-'));
  closers.add({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  return closers.add(
    await openReadStore({ path: path.join(folder, 'read-models.db'), warn: () => undefined }),
  );
}
