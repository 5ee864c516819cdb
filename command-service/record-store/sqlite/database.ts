import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

import Database from 'libsql';

import { RecordStoreUnavailable } from '../port.ts';

type Value = string | number | null;

/** A prepared statement. Every call throws RecordStoreUnavailable when the file does not do its part. */
export interface Statement<Row> {
  get(...values: Value[]): Row | undefined;
  all(...values: Value[]): Row[];
  /** How many rows it changed. */
  run(...values: Value[]): number;
}

export interface Connection extends Disposable {
  prepare<Row>(sql: string): Statement<Row>;
  /** Leaves nothing of what was deleted in the log beside the file, unless another process is reading just then. */
  rewrite(): void;
}

const busyTimeout = 5000; // milliseconds that a write waits for another process's write

/**
 * Opens the file, made if need be, with the schema. `FULL`: what is acknowledged survives a power failure;
 * `NORMAL`: it survives the end of the process. @throws RecordStoreUnavailable
 */
export function openConnection(path: string, synchronous: 'FULL' | 'NORMAL'): Connection {
  const database = attempt(() => {
    mkdirSync(dirname(path), { recursive: true });
    createPrivately(path);
    return new Database(path, { timeout: busyTimeout });
  });
  try {
    attempt(() => prepareFile(database, synchronous));
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    prepare: <Row>(sql: string) => prepare<Row>(database, sql),
    rewrite: () => void attempt(() => database.pragma('wal_checkpoint(TRUNCATE)')),
    [Symbol.dispose]() {
      if (!database.open) return;
      // Without this the newest records would be in the companion file alone, and a copy of the one file a trap.
      attempt(() => database.pragma('wal_checkpoint(TRUNCATE)'));
      database.close();
    },
  };
}

/**
 * Personal data is for the owner's eyes; SQLite gives its companion files the same mode. A file that is there is not
 * touched: to close it here would drop the locks that another connection of this process has on it, and a second
 * process, taking itself for the only one, would delete the WAL under everybody's hands.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function prepare<Row>(database: Database.Database, sql: string): Statement<Row> {
  const statement = attempt(() => database.prepare(sql));
  const call = <T>(work: () => T): T => {
    // A statement of libsql outlives its connection and would go on writing.
    if (!database.open) throw new RecordStoreUnavailable('The record store is closed');
    return attempt(work);
  };
  return {
    // The casts: libsql does not know what a statement selects; the one who writes the SQL does.
    // libsql's own `get` leaves the statement open: it was seen to find nothing where there was a row.
    get: (...values) => call(() => (statement.all(...values) as Row[])[0]),
    all: (...values) => call(() => statement.all(...values) as Row[]),
    run: (...values) => call(() => statement.run(...values).changes),
  };
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isConstraint(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecordStoreUnavailable(`The record store does not answer: ${reason}`, { cause: error });
  }
}

/** A uniqueness that the schema holds was violated: not a failure of the store, but an answer. */
export const isConstraint = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');

function prepareFile(database: Database.Database, synchronous: 'FULL' | 'NORMAL'): void {
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  // What is deleted is overwritten: an erased person is not to be read from the free pages of the file.
  database.pragma('secure_delete = ON');
  database.exec('BEGIN IMMEDIATE'); // two processes may open a new file at once
  try {
    const [row] = database.prepare('SELECT user_version AS version FROM pragma_user_version').all();
    const version = row instanceof Object && 'version' in row ? Number(row.version) : 0;
    if (version > schema.length) throw new Error(`its schema ${version} is newer than this release knows`);
    for (const step of schema.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${schema.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

const firstSchema = `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    folded_email TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL
  );
  CREATE INDEX unrecorded_accounts ON accounts (account ->> '$.createdAt') WHERE NOT account ->> '$.recorded';

  CREATE TABLE sessions (sid TEXT PRIMARY KEY, sess TEXT NOT NULL, expire INTEGER NOT NULL);
  CREATE INDEX sessions_of_user ON sessions (sess ->> '$.userId');
  CREATE INDEX sessions_by_end ON sessions (expire);

  -- The triggers leave no way to end a session without a word, and cost no second commit.
  CREATE TABLE ended_sessions (number INTEGER PRIMARY KEY AUTOINCREMENT, sid TEXT NOT NULL);
  CREATE TRIGGER session_deleted AFTER DELETE ON sessions
    BEGIN INSERT INTO ended_sessions (sid) VALUES (old.sid); END;
  CREATE TRIGGER session_replaced AFTER UPDATE ON sessions
    BEGIN INSERT INTO ended_sessions (sid) VALUES (old.sid); END;

  -- An answer without a status is a claim. \`at\`: when it was claimed or, later, answered.
  CREATE TABLE answers (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER,
    headers TEXT,
    body TEXT
  );
  CREATE INDEX answers_by_age ON answers (at);

  CREATE TABLE windows (
    key TEXT NOT NULL,
    width INTEGER NOT NULL,
    resets_at INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (key, width, resets_at)
  );
  CREATE INDEX windows_by_end ON windows (resets_at);

  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)
`;

const providerSchema = `
  CREATE TABLE identities (
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL,
    PRIMARY KEY (provider, subject),
    UNIQUE (user_id, provider)
  );
  CREATE TABLE sign_ins (id TEXT PRIMARY KEY, attempt TEXT NOT NULL, expire INTEGER NOT NULL);
  CREATE INDEX sign_ins_by_end ON sign_ins (expire);

  CREATE TABLE erasures (user_id TEXT PRIMARY KEY);
  CREATE TRIGGER account_erased AFTER DELETE ON accounts BEGIN
    INSERT OR IGNORE INTO erasures (user_id) VALUES (old.id);
    DELETE FROM identities WHERE user_id = old.id;
    DELETE FROM sessions WHERE sess ->> '$.userId' = old.id;
    DELETE FROM answers WHERE key >= old.id || ':' AND key < old.id || ';';
  END
`;

/** Steps from one version of the schema to the next, never changed once released. */
const schema: readonly string[] = [firstSchema, providerSchema];
