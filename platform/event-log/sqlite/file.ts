import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

import { fillSome } from './hash-chain.mjs';
import { LogMissing, type LogSummary, LogUnavailable } from '../port.ts';
import { makePrivate } from '../../files/files.ts';
import { openSqlite } from '../../sqlite/connection.mjs';
import type { Sqlite } from '../../sqlite/types.ts';

/** Marks the file as an event log ("LFEL"), so that another program's database is never taken for one. */
const applicationId = 0x4c46454c;
const schemaVersion = 2;
/** How long to wait for another process that creates or recovers the same file, in milliseconds. */
const busyTimeout = 5000;

/** The steps from one version of the schema to the next. */
const schema: readonly string[] = [
  `
  CREATE TABLE event (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream   TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id       TEXT NOT NULL UNIQUE,
    type     TEXT NOT NULL,
    data     TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT`,
  // Null only in events of the first release until they are filled in.
  'ALTER TABLE event ADD COLUMN hash TEXT',
];

export interface LogFile {
  /** A connection that cannot write. */
  readonly sqlite: Sqlite;
  readonly logId: string;
}

/**
 * Opens the file for reading. First adds the missing hashes to a file of the first release, in steps that are each
 * committed: after an interruption, the next opening continues. `newId`: the id for a newly created log; null: create
 * none.
 * @throws LogMissing when there is no log and `newId` is null
 * @throws LogUnavailable when it cannot be opened, is damaged, or is not an event log
 */
export function openLogFile(path: string, newId: string | null = randomUUID()): LogFile {
  if (newId === null && isAbsent(path)) throw new LogMissing(`There is no event log at ${path}`);
  let sqlite: Sqlite | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    makePrivate(path);
    sqlite = openSqlite(path, { busyTimeout });
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    bringUpToDate(sqlite, path, newId);
    fillHashes(sqlite);
    const logId = readLogId(sqlite);
    sqlite.exec('PRAGMA query_only = ON');
    return { sqlite, logId };
  } catch (error) {
    sqlite?.close();
    throw asUnavailable(error, path);
  }
}

/**
 * Reads a file's id and end without changing anything; undefined where there is no log yet.
 * @throws LogUnavailable when it cannot be read, is damaged, or is not an event log
 */
export function inspectFile(path: string): LogSummary | undefined {
  if (isAbsent(path)) return undefined;
  let sqlite: Sqlite | undefined;
  try {
    // Read-only: a connection that can write would, on closing, delete a WAL of which it could read only the beginning.
    sqlite = openSqlite(`${pathToFileURL(path).href}?mode=ro`, { busyTimeout });
    if (versionOf(sqlite, path) === 0) return undefined;
    return { id: readLogId(sqlite), end: BigInt(firstNumber(sqlite, 'SELECT max(position) FROM event')) };
  } catch (error) {
    throw asUnavailable(error, path);
  } finally {
    sqlite?.close();
  }
}

/** Gives the log in the file another id, which invalidates everything stored under the old one. */
export function renewFileId(path: string): void {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = openSqlite(path, { busyTimeout });
    sqlite.exec('PRAGMA synchronous = FULL');
    sqlite.run("UPDATE meta SET value = ? WHERE name = 'log-id'", [randomUUID()]);
  } catch (error) {
    throw asUnavailable(error, path);
  } finally {
    sqlite?.close();
  }
}

const isAbsent = (path: string): boolean => !existsSync(path) || statSync(path).size === 0;

/** Two processes may do this at once: the second one waits, and finds everything up to date. */
function bringUpToDate(sqlite: Sqlite, path: string, newId: string | null): void {
  if (versionOf(sqlite, path) === schemaVersion) return;
  sqlite.transaction(() => {
    const version = versionOf(sqlite, path);
    for (const step of schema.slice(version)) sqlite.exec(step);
    if (version === 0) {
      if (newId === null) throw new LogMissing(`There is no event log at ${path}`);
      sqlite.run("INSERT INTO meta (name, value) VALUES ('log-id', ?)", [newId]);
      sqlite.exec(`PRAGMA application_id = ${applicationId}`);
    }
    sqlite.exec(`PRAGMA user_version = ${schemaVersion}`);
  });
}

function fillHashes(sqlite: Sqlite): void {
  const isFilled = () =>
    firstNumber(sqlite, 'SELECT hash IS NULL FROM event ORDER BY position DESC LIMIT 1') === 0;
  while (!isFilled()) sqlite.transaction(() => fillSome(sqlite));
}

/** 0 for an empty file. @throws LogUnavailable when it is not an event log, or was written by a newer release */
function versionOf(sqlite: Sqlite, path: string): number {
  const tables = firstNumber(sqlite, 'SELECT count(*) FROM sqlite_schema');
  if (tables === 0) return 0;
  if (firstNumber(sqlite, 'PRAGMA application_id') !== applicationId) {
    throw new LogUnavailable(`${path} is a database, but not an event log`);
  }
  const version = firstNumber(sqlite, 'PRAGMA user_version');
  if (version < 1 || version > schemaVersion) {
    throw new LogUnavailable(
      `The event log ${path} has format ${version}; this release reads up to ${schemaVersion}`,
    );
  }
  return version;
}

function readLogId(sqlite: Sqlite): string {
  const id = sqlite.rows("SELECT value FROM meta WHERE name = 'log-id'")[0]?.[0];
  if (typeof id !== 'string') throw new Error('it has no id');
  return id;
}

const firstNumber = (sqlite: Sqlite, sql: string): number => Number(sqlite.rows(sql)[0]?.[0] ?? 0);

function asUnavailable(error: unknown, path: string): Error {
  if (error instanceof LogUnavailable || error instanceof LogMissing) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new LogUnavailable(`The event log ${path} cannot be opened: ${reason}`, { cause: error });
}
