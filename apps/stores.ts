import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Logger } from 'pino';

import type { Config, StoresConfig } from './config.ts';
import { isHalfImported } from './transfer/import-stores.ts';
import { openEventLog, type EventLog, type EventLogOptions } from '#platform/event-log/index';
import { makeFolder, restrict } from '#platform/files/files';
import { acquireFileLease, SqliteError } from '#platform/sqlite/lease';
import { openVerifiedLog } from '#platform/log-integrity/open-verified-log';
import { logsOfPhotos } from '#platform/log-integrity/known-log';
import { openPhotoStore, type PhotoStore } from '#platform/photo-store/index';
import { openRecordStore, type RecordStore } from '#platform/record-store/index';
import { StartError } from '#platform/log-integrity/start-error';
import { openReadStore, type ReadStore } from '#platform/read-store/index';

import type { Closers } from '#platform/concurrency/closers';

export { StartError };

export interface Stores {
  readonly log: EventLog;
  readonly readStore: ReadStore;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
}

/** Callbacks for events of the open stores. */
export interface StoreEvents {
  /** A damaged file was set aside; the message is a sentence. */
  readonly warn: (message: string) => void;
  /** The read models' file was found to be damaged while it was open. The next opening sets it aside. */
  readonly onDamage?: (() => void) | undefined;
  /** The event log does not respond; it is tried again after `retryAfter` milliseconds. */
  readonly onInterruption?: (error: Error, retryAfter: number) => void;
}

const logStoreEvents = (logger: Logger): StoreEvents => ({
  warn: (message) => logger.warn(message),
  onInterruption: (error, retryAfter) => logger.warn({ err: error, retryAfter }, 'event log interrupted'),
});

export interface ServiceStoresOptions {
  readonly config: StoresConfig & Pick<Config, 'acceptLog'>;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly onDamage?: (() => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Opens the four stores of a service. They belong together: records and photos know the log's id.
 * @throws StartError if they do not match, or an import into them is not finished
 * @throws a store's own error if it cannot be opened
 */
export async function openServiceStores({
  config,
  logger,
  closers,
  onDamage,
  now,
}: ServiceStoresOptions): Promise<Stores> {
  const events = { ...logStoreEvents(logger), onDamage };
  await prepareFolder(config);
  const { records, photos } = await openLasting(config, closers);
  if (await isHalfImported(records)) {
    throw new StartError('An import into these stores is not finished. Run npm run import again first.');
  }
  const isNew = await isEmpty(records.accounts.all());
  // Photos of the first release name no log.
  const photoLogs = await logsOfPhotos(photos);
  const place = logPlace(config, events);
  const log = closers.add(
    await openVerifiedLog({ place, records, photos, photoLogs, acceptLog: config.acceptLog, now }),
  );
  if ((await log.head()) > 0n) {
    const hasNoPhotos = !isNew && photoLogs.length === 0 && (await isEmpty(photos.list('originals')));
    warnOfLost({ accounts: isNew, photos: hasNoPhotos }, logger);
  }
  return { log, records, photos, readStore: await openReadModels(config, events, closers) };
}

async function isEmpty(items: AsyncIterable<unknown>): Promise<boolean> {
  for await (const _ of items) return false;
  return true;
}

/** If records or photos start empty beside a log with events, nothing is refused, but the operator gets a warning. */
function warnOfLost(isNew: Readonly<Record<'accounts' | 'photos', boolean>>, logger: Logger): void {
  if (isNew.accounts) {
    logger.warn(
      'There are no accounts, but the event log has events: were the records lost? Contributions are shown under ' +
        '"former member", and everybody has to sign up again.',
    );
  }
  if (isNew.photos) {
    logger.warn(
      'The photo store is empty, but the event log has events: were the photos lost? npm run audit names those that ' +
        'are missing.',
    );
  }
}

/**
 * Opens the four stores for an operator's command. A missing log is created only with `makesLog`.
 * @throws LogMissing, or a store's own error if it cannot be opened
 */
export async function openStores(
  config: StoresConfig,
  events: StoreEvents,
  closers: Closers,
  { makesLog = false }: { readonly makesLog?: boolean } = {},
): Promise<Stores> {
  await prepareFolder(config);
  const { records, photos } = await openLasting(config, closers);
  const newId = makesLog ? {} : { newId: null };
  const log = closers.add(await openEventLog({ ...logPlace(config, events), ...newId }));
  return { log, records, photos, readStore: await openReadModels(config, events, closers) };
}

/** Opens the event log read-only, beside a running server. @throws LogMissing, or the log's own error */
export const openLogToRead = (config: StoresConfig, events: StoreEvents): Promise<EventLog> =>
  openEventLog({ ...logPlace(config, events), newId: null, mostlyReads: true });

/** Opens all stores except the read models, beside a running server. Nothing is written to them. */
export async function openStoresToRead(
  config: StoresConfig,
  events: StoreEvents,
  closers: Closers,
): Promise<Omit<Stores, 'readStore'>> {
  const lasting = await openLasting(config, closers);
  return { ...lasting, log: closers.add(await openLogToRead(config, events)) };
}

/** Only the owner may read the folder. If all stores are on servers, there may be no writable folder. */
async function prepareFolder({ dataDir, eventStoreDbUrl, mongoDbUrl }: StoresConfig): Promise<void> {
  if (eventStoreDbUrl !== undefined && mongoDbUrl !== undefined) return;
  await makeFolder(path.resolve(dataDir));
  restrict(dataDir, 0o700);
}

/** Opens the stores whose content cannot be rebuilt from events. */
async function openLasting({ dataDir, mongoDbUrl: url }: StoresConfig, closers: Closers) {
  return {
    records: closers.add(await openRecordStore({ url, path: path.resolve(dataDir, 'records.db') })),
    photos: closers.add(await openPhotoStore({ url, folder: path.resolve(dataDir, 'photos') })),
  };
}

const logPlace = (
  { dataDir, eventStoreDbUrl: url, streamPrefix }: StoresConfig,
  { onInterruption }: StoreEvents,
): EventLogOptions => ({
  url,
  path: path.resolve(dataDir, 'events.db'),
  streamPrefix,
  ...(onInterruption && { onInterruption }),
});

async function openReadModels(
  { dataDir, mongoDbUrl }: StoresConfig,
  { warn, onDamage }: StoreEvents,
  closers: Closers,
): Promise<ReadStore> {
  const readStore = await openReadStore({
    ...(mongoDbUrl !== undefined && { url: mongoDbUrl }),
    path: path.resolve(dataDir, 'read-models.db'),
    warn,
    onDamage,
  });
  return closers.add(readStore);
}

/**
 * For operator commands. A mistyped folder must not become an empty installation. In a folder that cannot be written to,
 * such as a snapshot, SQLite could not read what is only in a write-ahead log.
 * @throws StartError
 */
export function requireDataDir({ dataDir, eventStoreDbUrl, mongoDbUrl }: StoresConfig): void {
  const folder = path.resolve(dataDir);
  const file = path.join(folder, 'events.db');
  if (eventStoreDbUrl === undefined && !existsSync(file))
    throw new StartError(`There is no event log ${file}: DATA_DIR must name the server's folder.`);
  const usesFolder = eventStoreDbUrl === undefined || mongoDbUrl === undefined;
  if (usesFolder && existsSync(folder) && !isWritable(folder))
    throw new StartError(
      `${folder} cannot be written to, and even a command that only reads must lock its files. Set DATA_DIR to a copy ` +
        'of the folder.',
    );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that a start waits for another server to end, because restarts overlap. */
const timeout = 3000;

/**
 * Lets one server at a time use a data folder. The operating system holds the lock, so a killed process releases it.
 * @throws StartError if another server has it, or its lock cannot be used, for example because another user owns it
 */
export async function lockDataDir(dataDir: string): Promise<AsyncDisposable> {
  const folder = path.resolve(dataDir);
  await makeFolder(folder);
  const file = path.join(folder, 'server.lock');
  const signal = AbortSignal.timeout(timeout);
  try {
    const lock = await acquireFileLease(file, signal);
    // Releases up to 2026-11-24 had the stores' leases beside the stores.
    for (const name of readdirSync(folder)) if (/\.db\.lease-/.test(name)) rmSync(path.join(folder, name));
    return lock;
  } catch (error) {
    if (error instanceof SqliteError)
      throw new StartError(`The data folder (DATA_DIR) cannot be used. ${file}: ${error.message}`, {
        cause: error,
      });
    if (!signal.aborted) throw error;
    throw new StartError(`Another server is running on ${folder}. Stop it, or set another DATA_DIR.`);
  }
}
