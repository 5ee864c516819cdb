import Database from 'libsql';

import { StoreUnavailable } from './port.ts';

/** What a statement takes. libsql stops the whole process on a boolean: see `toSqlValue`. */
export type SqlValue = string | number | bigint | null;
export type Row = ReadonlyArray<string | number | null>;

/** One connection to the file. Calls are synchronous; statements are prepared once and kept. */
export interface Sqlite {
  /** All rows, as arrays. */
  rows(sql: string, values?: readonly SqlValue[]): Row[];
  run(sql: string, values?: readonly SqlValue[]): void;
  /** Runs what `work` does as one transaction, nothing of it if it throws. */
  transaction<T>(work: () => T): T;
  close(): void;
}

const keptStatements = 500;

/** Opens the file, or makes it. Throws the driver's error: the caller decides what a broken file means. */
export function openSqlite(path: string, onCorrupt: () => void): Sqlite {
  const database = new Database(path);
  const statements = new Map<string, Database.Statement>();

  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= keptStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const guarded = <T>(work: () => T): T => {
    if (!database.open) throw new StoreUnavailable('The read store is closed');
    try {
      return work();
    } catch (error) {
      if (isCorrupt(error)) onCorrupt();
      throw asStoreError(error);
    }
  };

  return {
    rows: (sql, values = []) =>
      // Raw rows are arrays, which the driver's types do not say.
      guarded(() => prepare(sql).raw().all(values) as Row[]),
    run: (sql, values = []) => {
      guarded(() => prepare(sql).run(values));
    },
    transaction: (work) => {
      guarded(() => prepare('BEGIN IMMEDIATE').run([]));
      try {
        const result = work();
        guarded(() => prepare('COMMIT').run([]));
        return result;
      } catch (error) {
        if (database.open && database.inTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => {
      statements.clear();
      if (database.open) database.close();
    },
  };
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** The file is no SQLite database, or a damaged one. */
export const isCorrupt = (error: unknown) => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));

/** The copy that a statement was made for has been dropped, by a swap. */
export const isMissingTable = (error: unknown) =>
  error instanceof Error && /no such table/.test(error.message);

/** The index that a statement wants and that is not there: a copy being filled has none until they are needed. */
export const missingIndex = (error: unknown): string | undefined =>
  error instanceof Error ? /no such index: (\w+)/.exec(error.message)?.[1] : undefined;

function asStoreError(error: unknown): unknown {
  const unavailable = /^SQLITE_(CORRUPT|NOTADB|BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOMEM|PROTOCOL)/;
  if (!unavailable.test(codeOf(error))) return error;
  return new StoreUnavailable('The read store does not answer', { cause: error });
}
