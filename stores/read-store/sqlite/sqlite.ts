import { isSqliteError, openSqlite, SqliteError } from '../../sqlite/connection.mjs';
import type { Row, Sqlite as Connection, SqlValue } from '../../sqlite/types.ts';
import { StoreUnavailable } from '../port.ts';

export type { Row, SqlValue };

/** The connection to the read models' file, with the errors of this store. */
export interface Sqlite {
  /** All rows, as arrays. */
  rows(sql: string, values?: readonly SqlValue[]): Row[];
  run(sql: string, values?: readonly SqlValue[]): void;
  /** Runs what `work` does as one transaction, nothing of it if it throws. */
  transaction<T>(work: () => T): T;
  /** A value that was stored as JSON. @throws StoreUnavailable when the text is damaged */
  json(text: unknown): unknown;
  close(): void;
}

/** Opens the file, or makes it. @throws SqliteError: the caller decides what a broken file means */
export function openReadModels(path: string, onCorrupt: () => void): Sqlite {
  const connection: Connection = openSqlite(path);

  const guarded = <T>(work: () => T): T => {
    if (!connection.isOpen) throw new StoreUnavailable('The read store is closed');
    try {
      return work();
    } catch (error) {
      if (isCorrupt(error)) onCorrupt();
      throw asStoreError(error);
    }
  };

  return {
    rows: (sql, values) => guarded(() => connection.rows(sql, values)),
    run: (sql, values) => {
      guarded(() => connection.run(sql, values));
    },
    transaction: (work) => guarded(() => connection.transaction(work)),
    json: (text) => {
      try {
        return JSON.parse(String(text)) as unknown;
      } catch (error) {
        // SQLite sees damage of its own structure only, not of what is stored in it.
        onCorrupt();
        throw new StoreUnavailable('The read store does not answer', { cause: error });
      }
    },
    close: () => connection.close(),
  };
}

/** The file is no SQLite database, or a damaged one. */
export const isCorrupt = (error: unknown) => isSqliteError(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB');

/** The copy that was asked for has been dropped, by a swap. */
export class CopyGone extends Error {
  override readonly name = 'CopyGone';
}

/** The copy that a statement was made for has been dropped, by a swap. */
export const isMissingTable = (error: unknown) =>
  error instanceof CopyGone || (error instanceof Error && /no such table/.test(error.message));

/** The index that a statement wants and that is not there: a copy being filled has none until they are needed. */
export const missingIndex = (error: unknown): string | undefined =>
  error instanceof Error ? /no such index: (\w+)/.exec(error.message)?.[1] : undefined;

/** What SQLite cannot do passes as it is when it lies in the statement, not in the file. */
function asStoreError(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  if (isSqliteError(error, 'SQLITE_ERROR', 'SQLITE_CONSTRAINT')) return error;
  return new StoreUnavailable('The read store does not answer', { cause: error });
}
