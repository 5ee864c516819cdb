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
  const { eventStoreDbUrl, mongoDbUrl, streamPrefix } = config;
  const within = (name: string): string => path.resolve(config.dataDir, name);
  const warn = (message: string): void => logger.warn(message);
  const server = mongoDbUrl === undefined ? {} : { url: mongoDbUrl };
  return {
    log: closers.add(
      await openEventLog({
        ...(eventStoreDbUrl !== undefined && { url: eventStoreDbUrl }),
        path: within('events.db'),
        streamPrefix,
      }),
    ),
    readStore: closers.add(await openReadStore({ ...server, path: within('read-models.db'), warn })),
    records: closers.add(await openRecordStore({ ...server, path: within('records.db') })),
    photos: closers.add(await openPhotoStore({ ...server, folder: within('photos') })),
  };
}

/** Milliseconds that a start waits for another one to end: a restart overlaps. */
const patience = 3000;

/**
 * One server at a time on a data folder. The lock is the operating system's, so a killed process leaves none.
 * @throws StartError when another one has it
 */
export async function lockDataDir(dataDir: string): Promise<AsyncDisposable> {
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
