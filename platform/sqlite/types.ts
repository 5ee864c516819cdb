/** The values of parameters. Whole numbers are bound as integers. A text with a NUL is refused. */
export type SqlValue = string | number | bigint | null;

/** A row as an array, in the order of the columns. */
export type Row = ReadonlyArray<string | number | null>;

interface Changed {
  /** How many rows the statement changed. */
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/**
 * One connection to a file. Calls are synchronous; prepared statements are cached.
 * Every call throws SqliteError when SQLite fails, or when the connection is closed.
 */
export interface Sqlite extends Disposable {
  readonly isOpen: boolean;
  readonly inTransaction: boolean;
  /** Runs one or several statements that take no values and whose rows are not needed. */
  exec(sql: string): void;
  /** All rows, as arrays. */
  rows(sql: string, values?: readonly SqlValue[]): Row[];
  /** All rows, as objects by the names of the columns: `R` says what the statement selects. */
  objects<R>(sql: string, values?: readonly SqlValue[]): R[];
  run(sql: string, values?: readonly SqlValue[]): Changed;
  /** Runs `work` in one transaction that writes; if it throws, nothing is kept. */
  transaction<T>(work: () => T): T;
  /** Closes the connection; a second call does nothing. */
  close(): void;
}

export interface SqliteOptions {
  /** How long a call waits for another connection's lock, in milliseconds. Default 0. */
  readonly busyTimeout?: number;
}
