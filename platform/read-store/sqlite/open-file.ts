import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { makePrivate } from '../../files/files.ts';
import { isSqliteError } from '../../sqlite/connection.mjs';
import { acquireStoreLease } from '../../sqlite/lease.ts';
import { createRegistry, layout } from './generations.ts';
import { StoreUnavailable } from '../port.ts';
import { isCorrupt, openReadModels, type Sqlite } from './sqlite.ts';
import { mayBeTorn, removeNotes, writeUnsynced } from './unsynced.ts';

export interface OpenFile {
  readonly path: string;
  /** Called with a sentence when a file was set aside. */
  readonly warn: (message: string) => void;
  /** Called when the file turns out to be damaged while it is open. By default only the next opening handles it. */
  readonly onDamage?: (() => void) | undefined;
  /** Another connection of this process has the file open, so it must not be set aside, even when it is damaged. */
  readonly isOpenAlready?: boolean | undefined;
  /** Milliseconds since 1970, for the name of a file set aside. */
  readonly now: () => number;
}

/** SQLite's name for a database without a file, which exists only as long as its connection. */
const inMemory = ':memory:';
/** Files up to this size are checked completely at start (about 1 ms per MB). */
const checkedBytes = 32 * 2 ** 20;
/** Size of a connection's page cache in kB. Readers find most pages in other caches. */
const cacheOf = { reading: 4000, writing: 16_000 };
const busyTries = 100;
const busyDelay = 50; // milliseconds
/** The lease for replacing the file. */
const fileLease = 'file';
const longestWait = busyTries * busyDelay;

class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}

/** A file with nothing worth keeping for an inspection, so it is removed instead of set aside. */
class WorthlessFile extends UnusableFile {}

/**
 * Opens the read models' file, or creates it. All its content can be rebuilt from the log, so a damaged file, or one of
 * an unknown layout, is set aside and replaced by an empty one. @throws StoreUnavailable
 */
export async function openReadModelFile(options: OpenFile): Promise<Sqlite> {
  if (options.path !== inMemory) mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  for (let tries = 0; ; tries += 1) {
    try {
      return openChecked(options);
    } catch (error) {
      if (error instanceof UnusableFile) {
        if (options.isOpenAlready === true) {
          options.onDamage?.();
          throw new StoreUnavailable(`${options.path} ${error.message}`, { cause: error });
        }
        await replace(options);
      }
      // Another process is just creating or checking the file.
      else if (!isBusy(error) || tries >= busyTries) throw error;
      else await delay(busyDelay);
    }
  }
}

/**
 * Prepares a connection for writing: enlarges its cache, because each batch of events changes pages all over the file,
 * and lets commits not wait for the disk. Dispose of the result before closing the connection.
 */
export async function prepareToWrite(sqlite: Sqlite, path: string): Promise<AsyncDisposable> {
  sqlite.run(`PRAGMA cache_size = -${cacheOf.writing}`);
  const writing = await writeUnsynced(sqlite, path);
  return {
    async [Symbol.asyncDispose]() {
      try {
        await writing[Symbol.asyncDispose]();
      } catch (error) {
        // After an I/O error the disk may have lost pages of the file. In any case, the note remains.
        if (error instanceof Error && isSqliteError(error.cause, 'SQLITE_IOERR')) noteDamage(path);
      }
    },
  };
}

/**
 * Moves everything into the one file before the last connection is closed, so that the next start has no long
 * write-ahead log to read. Does nothing while somebody else uses the file.
 */
export function emptyWal(sqlite: Sqlite): void {
  try {
    sqlite.rows('PRAGMA busy_timeout = 0');
    sqlite.rows('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // The next start reads the rest from the write-ahead log.
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** Sets an unusable file aside, unless another process has just done so. */
async function replace(options: OpenFile): Promise<void> {
  await using _lease = await acquireStoreLease(options.path, fileLease, AbortSignal.timeout(longestWait));
  try {
    openChecked(options).close();
  } catch (error) {
    if (error instanceof WorthlessFile) remove(options, error.message);
    else if (error instanceof UnusableFile) setAside(options, error.message);
    else if (!isBusy(error)) throw error;
  }
}

/** Damage found during opening is handled by the caller. `onDamage` is called for damage found later. */
function openChecked({ path, onDamage }: OpenFile): Sqlite {
  if (existsSync(damageNote(path))) throw new UnusableFile('is damaged');
  if (path !== inMemory && mayBeTorn(path))
    throw new WorthlessFile(
      'may be torn, because it was being written when the operating system ended or the folder was copied',
    );
  let isOpen = false;
  const sqlite = openUnchecked(path, () => {
    if (isOpen) onDamage?.();
  });
  try {
    sqlite.rows('PRAGMA busy_timeout = 5000');
    sqlite.rows('PRAGMA journal_mode = WAL');
    // Anything that a power failure loses is rebuilt from the log.
    sqlite.run('PRAGMA synchronous = NORMAL');
    sqlite.run(`PRAGMA cache_size = -${cacheOf.reading}`);
    prepareLayout(sqlite, path);
    isOpen = true;
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw isCorrupt(error) || (error instanceof Error && isCorrupt(error.cause))
      ? new UnusableFile('is damaged')
      : error;
  }
}

function openUnchecked(path: string, onDamage: () => void): Sqlite {
  try {
    if (path !== inMemory) makePrivate(path);
    return openReadModels(path, () => {
      noteDamage(path);
      onDamage();
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreUnavailable(`The read store cannot open ${path}: ${reason}`, { cause: error });
  }
}

function prepareLayout(sqlite: Sqlite, path: string): void {
  const known = () => sqlite.rows('PRAGMA user_version')[0]?.[0];
  if (known() === 0) {
    sqlite.transaction(() => {
      if (known() !== 0) return;
      if (sqlite.rows('SELECT 1 FROM sqlite_schema').length > 0)
        throw new UnusableFile('has an unknown layout');
      for (const statement of createRegistry) sqlite.run(statement);
      sqlite.run(`PRAGMA user_version = ${layout}`);
    });
  }
  const found = Number(known());
  if (found > 0 && found < layout) throw new WorthlessFile('is of an earlier release');
  if (found !== layout) throw new UnusableFile('has an unknown layout');
  if (path === inMemory || statSync(path).size > checkedBytes) return;
  // In one read transaction, because the check opens indexes of words, which another process may just be dropping.
  sqlite.run('BEGIN');
  if (sqlite.rows('PRAGMA quick_check(1)')[0]?.[0] !== 'ok') throw new UnusableFile('is damaged');
  sqlite.run('COMMIT');
}

/** Written by a process that found damage while running, so that the next start need not check the whole file. */
const damageNote = (path: string) => `${path}.damaged`;

const noteDamage = (path: string): void =>
  writeFileSync(damageNote(path), 'This file is set aside at the next start.\n', { mode: 0o600 });

const parts = ['', '-wal', '-shm'];

function setAside({ path, warn, now }: OpenFile, why: string): void {
  const aside = `${path}.corrupt-${now()}`;
  for (const part of parts) {
    if (existsSync(path + part)) renameSync(path + part, aside + part);
  }
  rmSync(damageNote(path), { force: true });
  removeNotes(path);
  warn(`${path} ${why}: set aside as ${aside}; the read models are built anew from the log.`);
}

/** Removes the notes last: if the process dies before, the next start finds them and finishes. */
function remove({ path, warn }: OpenFile, why: string): void {
  for (const part of parts) rmSync(path + part, { force: true });
  removeNotes(path);
  warn(`${path} ${why}: removed; the read models are built anew from the log.`);
}

const isBusy = (error: unknown) =>
  error instanceof Error && isSqliteError(error.cause, 'SQLITE_BUSY', 'SQLITE_LOCKED');
