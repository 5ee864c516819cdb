import { ConfigError, readStoresConfig } from '#command-service/config';
import type { EventLog } from '#command-service/event-log/index';
import { isUnavailable } from '#command-service/unavailable';

import { createClosers } from '../../closers.ts';
import { openLogAndReadStore, requireLog, StartError } from '../../stores.ts';
import { UnknownEvent } from '../compile.ts';
import { readModels } from '../read-models/all.ts';
import type { ReadModel } from '../read-models/rule.ts';
import type { ReadStore } from '../read-store/index.ts';
import { RebuildUnderWay } from '../replay.ts';

export interface Stores {
  readonly log: EventLog;
  readonly store: ReadStore;
}

/** What a command has of the outside world. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The result, for people and pipes. */
  readonly print: (line: string) => void;
  /** What is going on, for the person at the terminal. */
  readonly tell: (line: string) => void;
  /** A line that takes the place of the one before, where there is a terminal. */
  readonly progress: (line: string) => void;
}

export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command line cannot be carried out as it stands; answered with the usage text. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs a command with the stores open, and turns what people can put right into a sentence and an exit code. */
export async function withStores(
  { env, tell }: Surroundings,
  usage: string,
  work: (stores: Stores) => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    const config = readStoresConfig(env);
    requireLog(config);
    await using closers = createClosers();
    const { log, readStore: store } = await openLogAndReadStore(config, { warn: tell }, closers);
    return await work({ log, store });
  } catch (error) {
    if (error instanceof UsageError) {
      tell(`${error.message}\n\n${usage}`);
      return exitCodes.usage;
    }
    if (!isForPeople(error)) throw error;
    tell(error.message);
    return exitCodes.failed;
  }
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof StartError ||
  error instanceof RebuildUnderWay ||
  error instanceof UnknownEvent ||
  isUnavailable(error);

/** @throws UsageError when there is no such read model */
export function modelsNamed(name: string): readonly ReadModel[] {
  if (name === 'all') return readModels;
  const found = readModels.filter(({ declaration }) => declaration.name === name);
  if (found.length === 0)
    throw new UsageError(`There is no read model ${name}. There are: ${modelNames}, all.`);
  return found;
}
export const modelNames = readModels.map(({ declaration }) => declaration.name).join(', ');

/** Of this process: results on stdout, the rest on stderr. */
export function terminal(): Surroundings {
  let open = false;
  const close = () => {
    if (open) process.stderr.write('\n');
    open = false;
  };
  const isTerminal = process.stderr.isTTY;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the result has seen enough of it (`| head`): the work goes on to its end.
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    env: process.env,
    print(line) {
      close();
      process.stdout.write(`${line}\n`);
    },
    tell(line) {
      close();
      process.stderr.write(`${line}\n`);
    },
    progress(line) {
      process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
      open = isTerminal;
    },
  };
}
