import { isSqliteError, openSqlite, SqliteError } from '../../sqlite/connection.mjs';
import type { Row, Sqlite as Connection, SqlValue } from '../../sqlite/types.ts';
import { GenerationReplaced, StoreUnavailable } from '../port.ts';

export type { Row, SqlValue };

/** The connection to the read models' file, with the errors of this store. */
export interface Sqlite {
  /** All rows, as arrays. */
  rows(sql: string, values?: readonly SqlValue[]): Row[];
  /** Returns how many rows were changed. */
  run(sql: string, values?: readonly SqlValue[]): number;
  /** Runs `work` in one transaction; if it throws, nothing is kept. */
  transaction<T>(work: () => T): T;
  /** Parses a value that was stored as JSON. @throws StoreUnavailable when the text is damaged */
  json(text: unknown): unknown;
  close(): void;
}

/** Opens the file, or creates it. @throws SqliteError: the caller decides how to treat a broken file */
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
    run: (sql, values) => guarded(() => connection.run(sql, values).changes),
    transaction: (work) => guarded(() => connection.transaction(work)),
    json: (text) => {
      try {
        return JSON.parse(String(text)) as unknown;
      } catch (error) {
        // SQLite detects damage only in its own structure, not in the stored values.
        onCorrupt();
        throw new StoreUnavailable('The read store does not answer', { cause: error });
      }
    },
    close: () => connection.close(),
  };
}

/** The file is no SQLite database, or a damaged one. */
export const isCorrupt = (error: unknown) => isSqliteError(error, 'SQLITE_CORRUPT', 'SQLITE_NOTADB');

/** A swap has dropped the requested generation. */
export class GenerationGone extends Error {
  override readonly name = 'GenerationGone';
}

/** Whether a swap has dropped the generation that the statement was made for. */
export const isMissingTable = (error: unknown) =>
  error instanceof GenerationGone || (error instanceof Error && /no such table/.test(error.message));

/** The error of a statement: GenerationReplaced if a swap has dropped its generation. */
export const replacedOr = (error: unknown, { model }: { readonly model: string }): unknown =>
  isMissingTable(error) ? new GenerationReplaced(model) : error;

/** The missing index that a statement needs. */
const missingIndex = (error: unknown): string | undefined =>
  error instanceof Error ? /no such index: (\w+)/.exec(error.message)?.[1] : undefined;

/** Runs a query. A generation that is being filled has no index until a query needs it: `create` then creates it. */
export function withIndexes<T>(query: () => T, create: (index: string) => void): T {
  for (let created: string | undefined; ;) {
    try {
      return query();
    } catch (error) {
      const index = missingIndex(error);
      if (index === undefined || index === created) throw error;
      create(index);
      created = index;
    }
  }
}

/** Leaves errors that the statement causes, not the file, unchanged. */
function asStoreError(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  if (isSqliteError(error, 'SQLITE_ERROR', 'SQLITE_CONSTRAINT')) return error;
  return new StoreUnavailable(`The read store does not answer: ${error.message}`, { cause: error });
}
