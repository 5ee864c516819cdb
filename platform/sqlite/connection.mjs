// The only file that calls SQLite. Plain JavaScript: the event log's writer thread loads it unchanged.
import { loadDriver } from './driver.mjs';

/** @import { StatementSyncInstance as StatementSync } from '@photostructure/sqlite' */
/** @import { Sqlite, SqliteOptions, SqlValue } from './types.ts' */
/** @import { Driver } from './driver.mjs' */

const keptStatements = 500;

/** SQLite's primary result codes that callers may need to distinguish, with SQLite's message for each. */
const results = /** @type {const} */ ([
  ['SQLITE_BUSY', 5, /^database is locked/],
  ['SQLITE_LOCKED', 6, /^database table is locked/],
  ['SQLITE_NOMEM', 7, /^out of memory/],
  ['SQLITE_READONLY', 8, /^attempt to write a readonly database/],
  ['SQLITE_IOERR', 10, /^disk I\/O error/],
  ['SQLITE_CORRUPT', 11, /malformed|corrupt/],
  ['SQLITE_FULL', 13, /^database or disk is full/],
  ['SQLITE_CANTOPEN', 14, /unable to open database file/],
  ['SQLITE_PROTOCOL', 15, /^locking protocol/],
  ['SQLITE_CONSTRAINT', 19, /constraint failed/],
  ['SQLITE_NOTADB', 26, /^file is not a database/],
]);

/** @typedef {(typeof results)[number][0] | 'SQLITE_ERROR'} SqliteCode */

/** A failed call. `code` is SQLite's primary result code; `SQLITE_ERROR` for all that are not distinguished. */
export class SqliteError extends Error {
  /** @param {unknown} cause what the driver threw */
  constructor(cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(message, { cause });
    this.name = 'SqliteError';
    /** @type {SqliteCode} */
    this.code = codeOf(cause, message);
  }
}

/**
 * The package's `all` reports no number, only the message.
 * @param {unknown} cause
 * @param {string} message
 */
function codeOf(cause, message) {
  const number = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : undefined;
  const found = results.find(([, code, sentence]) =>
    number === undefined ? sentence.test(message) : number === code,
  );
  return found?.[0] ?? 'SQLITE_ERROR';
}

/**
 * Whether an error is one of these results.
 * @param {unknown} error
 * @param {...SqliteCode} codes
 */
export const isSqliteError = (error, ...codes) =>
  error instanceof SqliteError && codes.some((code) => code === error.code);

/**
 * Opens a file, or creates it. `PRAGMA synchronous` has a different default in each build of SQLite, so every caller
 * that writes sets it. Only tests pass `driver`.
 * @param {string} path a path, or a `file:` address with SQLite's parameters
 * @param {SqliteOptions} [options]
 * @param {Driver} [driver]
 * @returns {Sqlite}
 * @throws {SqliteError} when it cannot be opened
 */
export function openSqlite(path, { busyTimeout = 0 } = {}, driver = loadDriver()) {
  const database = attempt(() => new driver(path, { timeout: busyTimeout }));
  const arrays = createStatements((sql) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  });
  const objects = createStatements((sql) => database.prepare(sql));
  const inTransaction = () => database.isOpen && database.isTransaction;

  return {
    get isOpen() {
      return database.isOpen;
    },
    get inTransaction() {
      return inTransaction();
    },
    exec: (sql) => attempt(() => database.exec(sql)),
    // The casts are needed because only the author of the SQL knows what it selects.
    rows: (sql, values = []) =>
      attempt(() => /** @type {any[]} */ (arrays.of(sql).all(...values.map(toBound)))),
    objects: (sql, values = []) =>
      attempt(() => /** @type {any[]} */ (objects.of(sql).all(...values.map(toBound)))),
    run: (sql, values = []) =>
      attempt(() => {
        const { changes, lastInsertRowid } = arrays.of(sql).run(...values.map(toBound));
        return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
      }),
    transaction(work) {
      attempt(() => database.exec('BEGIN IMMEDIATE'));
      try {
        const result = work();
        attempt(() => database.exec('COMMIT'));
        return result;
      } catch (error) {
        // After some errors, such as a full disk, SQLite itself has ended the transaction.
        if (inTransaction()) attempt(() => database.exec('ROLLBACK'));
        throw error;
      }
    },
    close,
    [Symbol.dispose]: close,
  };

  /**
   * The package's driver keeps a closed connection until its statements are collected as garbage, so SQLite does not
   * empty the write-ahead log as it otherwise does when the last connection closes. Callers that need this do it
   * before.
   */
  function close() {
    arrays.forget();
    objects.forget();
    if (database.isOpen) attempt(() => database.close());
  }
}

/**
 * Prepared statements by their text.
 * @param {(sql: string) => StatementSync} prepare
 */
function createStatements(prepare) {
  /** @type {Map<string, StatementSync>} */
  const kept = new Map();
  return {
    /** @param {string} sql */
    of(sql) {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      if (kept.size >= keptStatements) kept.clear();
      const statement = prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
    forget: () => kept.clear(),
  };
}

/**
 * Makes the drivers behave alike. Node's own binds every number as REAL, which FTS5 cannot use to look up a row; all
 * drivers bind a bigint as INTEGER. The package keeps only the part of a text before its first NUL.
 * @param {SqlValue} value
 */
function toBound(value) {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' && value.includes('\0')) {
    throw new TypeError('A text with a NUL cannot be stored');
  }
  return value;
}

/**
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    throw error instanceof TypeError ? error : new SqliteError(error);
  }
}
