import { mkdirSync } from 'node:fs';
import path from 'node:path';

import * as z from 'zod/mini';

import { openEventLog, type EventLog } from '#command-service/event-log/index';

import { openReadStore, type ReadStore } from './read-store/index.ts';

/** What the projections need of the server's environment; the names and meanings are the server's. */
export interface ProjectionsConfig {
  readonly dataDir: string;
  readonly eventStoreDbUrl: string | undefined;
  readonly mongoDbUrl: string | undefined;
  readonly streamPrefix: string;
}

const url = (name: string, protocols: RegExp, example: string) =>
  z.optional(z.string().check(z.regex(protocols, `${name} must begin with ${example}`)));

const Environment = z.object({
  DATA_DIR: z._default(z.string(), './data'),
  EVENTSTOREDB_URL: url(
    'EVENTSTOREDB_URL',
    /^(esdb|kurrentdb)(\+discover)?:\/\//,
    'esdb:// or esdb+discover://',
  ),
  MONGODB_URL: url('MONGODB_URL', /^mongodb(\+srv)?:\/\//, 'mongodb:// or mongodb+srv://'),
  STREAM_PREFIX: z._default(
    z
      .string()
      .check(
        z.regex(
          /^[\w.]*-?$/,
          'STREAM_PREFIX may hold letters, digits, dots and underscores, and end with a dash',
        ),
      ),
    '',
  ),
});

/** Lists everything that is wrong with the environment at once. */
export class ProjectionsConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ProjectionsConfigError naming every mistake */
export function readProjectionsConfig(
  environment: Readonly<Record<string, string | undefined>>,
): ProjectionsConfig {
  // An empty variable is one that was not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ProjectionsConfigError(`The configuration is not right:\n${mistakes.join('\n')}`);
  }
  const { DATA_DIR, EVENTSTOREDB_URL, MONGODB_URL, STREAM_PREFIX } = parsed.data;
  return {
    dataDir: DATA_DIR,
    eventStoreDbUrl: EVENTSTOREDB_URL,
    mongoDbUrl: MONGODB_URL,
    streamPrefix: STREAM_PREFIX,
  };
}

export interface Stores extends AsyncDisposable {
  readonly log: EventLog;
  readonly store: ReadStore;
}

/**
 * Opens the same log and read models as a server with this configuration, beside it if one is running. `warn` is
 * told, in a sentence, when a damaged file had to be set aside.
 * @throws LogUnavailable, StoreUnavailable
 */
export async function openStores(
  config: ProjectionsConfig,
  warn: (message: string) => void,
): Promise<Stores> {
  const folder = path.resolve(config.dataDir);
  mkdirSync(folder, { recursive: true });
  const log = await openEventLog({
    url: config.eventStoreDbUrl,
    path: path.join(folder, 'events.db'),
    streamPrefix: config.streamPrefix,
  });
  try {
    const { mongoDbUrl } = config;
    const store = await openReadStore({
      ...(mongoDbUrl !== undefined && { url: mongoDbUrl }),
      path: path.join(folder, 'read-models.db'),
      warn,
    });
    return {
      log,
      store,
      async [Symbol.asyncDispose]() {
        await store[Symbol.asyncDispose]();
        await log[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await log[Symbol.asyncDispose]();
    throw error;
  }
}
