import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Logger } from 'pino';

import type { StoresConfig } from '#command-service/config';
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
export async function openStores(config: StoresConfig, logger: Logger, closers: Closers): Promise<Stores> {
  const { dataDir, mongoDbUrl: url } = config;
  return {
    ...(await openLogAndReadStore(config, toldTo(logger), closers)),
    records: closers.add(await openRecordStore({ url, path: path.resolve(dataDir, 'records.db') })),
    photos: closers.add(await openPhotoStore({ url, folder: path.resolve(dataDir, 'photos') })),
  };
}

/** What the stores have to tell while they are open. */
export interface StoreNews {
  /** In a sentence: a damaged file had to be set aside. */
  readonly warn: (message: string) => void;
  /** The event log does not answer, and is tried again in so many milliseconds. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

export const toldTo = (logger: Logger): StoreNews => ({
  warn: (message) => logger.warn(message),
  onInterruption: (error, retryAfter) => logger.warn({ err: error, retryAfter }, 'event log interrupted'),
});

/** Those that the projections need. @throws what a store throws that cannot be opened */
export async function openLogAndReadStore(
  { dataDir, eventStoreDbUrl, mongoDbUrl, streamPrefix }: StoresConfig,
  { warn, onInterruption }: StoreNews,
  closers: Closers,
): Promise<Pick<Stores, 'log' | 'readStore'>> {
  // A process whose stores are all on servers may have nowhere to write.
  if (eventStoreDbUrl === undefined || mongoDbUrl === undefined) await mkdir(dataDir, { recursive: true });
  const log = await openEventLog({
    url: eventStoreDbUrl,
    path: path.resolve(dataDir, 'events.db'),
    streamPrefix,
    ...(onInterruption && { onInterruption }),
  });
  closers.add(log);
  const readStore = await openReadStore({
    ...(mongoDbUrl !== undefined && { url: mongoDbUrl }),
    path: path.resolve(dataDir, 'read-models.db'),
    warn,
  });
  return { log, readStore: closers.add(readStore) };
}

/** For commands: a mistyped folder must not become an empty installation. @throws StartError */
export function requireLog({ dataDir, eventStoreDbUrl }: StoresConfig): void {
  const file = path.resolve(dataDir, 'events.db');
  if (eventStoreDbUrl !== undefined || existsSync(file)) return;
  throw new StartError(`There is no event log ${file}: DATA_DIR must name the server's folder.`);
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
