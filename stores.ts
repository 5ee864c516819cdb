import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Logger } from 'pino';

import type { Config } from '#command-service/config';
import { acquireFileLease, openEventLog, type EventLog } from '#command-service/event-log/index';
import { openPhotoStore, type PhotoStore } from '#command-service/photo-store/index';
import { openRecordStore, type RecordStore } from '#command-service/record-store/index';
import { openReadStore, type ReadStore } from '#projections/read-store/index';

import type { Closers } from './closers.ts';

/** Something that the operator can put right; its message says what. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface Stores {
  readonly log: EventLog;
  readonly readStore: ReadStore;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
}

/** The four stores that the configuration chooses. @throws what a store throws that cannot be opened */
export async function openStores(config: Config, logger: Logger, closers: Closers): Promise<Stores> {
  const { dataDir, mongoDbUrl: url } = config;
  return {
    ...(await openLogAndReadStore(config, logger, closers)),
    records: closers.add(await openRecordStore({ url, path: path.resolve(dataDir, 'records.db') })),
    photos: closers.add(await openPhotoStore({ url, folder: path.resolve(dataDir, 'photos') })),
  };
}

/** Those that the projections need. @throws what a store throws that cannot be opened */
export async function openLogAndReadStore(
  { dataDir, eventStoreDbUrl, mongoDbUrl, streamPrefix }: Config,
  logger: Logger,
  closers: Closers,
): Promise<Pick<Stores, 'log' | 'readStore'>> {
  // A process whose stores are all on servers may have nowhere to write.
  if (eventStoreDbUrl === undefined || mongoDbUrl === undefined) await mkdir(dataDir, { recursive: true });
  const log = await openEventLog({
    url: eventStoreDbUrl,
    path: path.resolve(dataDir, 'events.db'),
    streamPrefix,
    onInterruption: (error, retryAfter) => logger.warn({ err: error, retryAfter }, 'event log interrupted'),
  });
  closers.add(log);
  const readStore = await openReadStore({
    ...(mongoDbUrl !== undefined && { url: mongoDbUrl }),
    path: path.resolve(dataDir, 'read-models.db'),
    warn: (message) => logger.warn(message),
  });
  return { log, readStore: closers.add(readStore) };
}

/** Milliseconds that a start waits for another one to end: a restart overlaps. */
const patience = 3000;

/**
 * One server at a time on a data folder. The lock is the operating system's, so a killed process leaves none.
 * @throws StartError when another one has it
 */
export async function lockDataDir(dataDir: string): Promise<AsyncDisposable> {
  await mkdir(path.resolve(dataDir), { recursive: true });
  const signal = AbortSignal.timeout(patience);
  try {
    return await acquireFileLease(path.resolve(dataDir, 'server.lock'), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StartError(
      `Another server is running on ${path.resolve(dataDir)}. Stop it, or set another DATA_DIR.`,
    );
  }
}
