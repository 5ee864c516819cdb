import { existsSync } from 'node:fs';
import path from 'node:path';

import { LogUnavailable } from '#command-service/event-log/index';

import { UnknownEvent } from '../compile.ts';
import {
  openStores,
  ProjectionsConfigError,
  readProjectionsConfig,
  type ProjectionsConfig,
  type Stores,
} from '../config.ts';
import { readModels } from '../read-models/all.ts';
import type { ReadModel } from '../read-models/rule.ts';
import { StoreUnavailable } from '../read-store/index.ts';
import { RebuildUnderWay } from '../replay.ts';

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
    const config = readProjectionsConfig(env);
    requireLog(config);
    await using stores = await openStores(config, tell);
    return await work(stores);
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

/** A mistyped folder must not become an empty installation. */
function requireLog({ dataDir, eventStoreDbUrl }: ProjectionsConfig): void {
  const file = path.resolve(dataDir, 'events.db');
  if (eventStoreDbUrl !== undefined || existsSync(file)) return;
  throw new ProjectionsConfigError(`There is no event log ${file}: DATA_DIR must name the server's folder.`);
}

const isForPeople = (error: unknown): error is Error =>
  error instanceof ProjectionsConfigError ||
  error instanceof RebuildUnderWay ||
  error instanceof UnknownEvent ||
  error instanceof LogUnavailable ||
  error instanceof StoreUnavailable;

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
