import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import Database from 'libsql';

import { LogUnavailable } from './port.ts';

/** Marks the file as one of ours, so that another program's database is never taken for a log ("LFEL"). */
const applicationId = 0x4c46454c;
const schemaVersion = 1;
/** How long to wait for another process that creates or recovers the same file, in milliseconds. */
const busyTimeout = 5000;

const schema = `
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
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

export interface LogFile {
  /** A connection that cannot write. */
  readonly database: Database.Database;
  readonly logId: string;
}

/**
 * Opens the file for reading; makes it, and the folder around it, if it is not there.
 * @throws LogUnavailable when it cannot be opened, is damaged, or is not an event log
 */
export function openLogFile(path: string): LogFile {
  let database: Database.Database | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    database = new Database(path, { timeout: busyTimeout });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    createOnce(database, path);
    const logId = readLogId(database);
    database.exec('PRAGMA query_only = ON');
    return { database, logId };
  } catch (error) {
    database?.close();
    if (error instanceof LogUnavailable) throw error;
    throw new LogUnavailable(`The event log ${path} cannot be opened: ${messageOf(error)}`, { cause: error });
  }
}

/** Two processes may come here at once: the second waits, and finds everything made. */
function createOnce(database: Database.Database, path: string): void {
  if (isOurs(database, path)) return;
  database.exec('BEGIN IMMEDIATE');
  if (!isOurs(database, path)) {
    database.exec(schema);
    database.prepare("INSERT INTO meta (name, value) VALUES ('log-id', ?)").run(randomUUID());
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`);
  }
  database.exec('COMMIT');
}

/** @throws LogUnavailable when the file has a content that is not ours, or not ours yet. */
function isOurs(database: Database.Database, path: string): boolean {
  const tables = firstNumber(database, 'SELECT count(*) FROM sqlite_schema');
  if (tables === 0) return false;
  if (firstNumber(database, 'PRAGMA application_id') !== applicationId) {
    throw new LogUnavailable(`${path} is a database, but not an event log`);
  }
  const version = firstNumber(database, 'PRAGMA user_version');
  if (version !== schemaVersion) {
    throw new LogUnavailable(
      `The event log ${path} has format ${version}; this release reads ${schemaVersion}`,
    );
  }
  return true;
}

function readLogId(database: Database.Database): string {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'log-id'").raw(true).all()[0];
  if (!Array.isArray(row) || typeof row[0] !== 'string') throw new Error('it has no id');
  return row[0];
}

function firstNumber(database: Database.Database, sql: string): number {
  const row = database.prepare(sql).raw(true).all()[0];
  return Array.isArray(row) ? Number(row[0]) : 0;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
