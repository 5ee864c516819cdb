import { nothingWritten, withIdsOf } from '../changed-ids.ts';
import { recordChange } from './changes.ts';
import type { CommitInGroup } from '../../sqlite/commit-group.ts';
import type { Copy } from './copies.ts';
import { readable, stateOf, type CopyState } from './copies.ts';
import {
  CopyReplaced,
  type Checkpoint,
  type Document,
  type ReadModelWriter,
  type Stored,
  type Write,
} from '../port.ts';
import { createReader, parse, type WithCopy } from './reader.ts';
import { isMissingTable, missingIndex, missingTextIndex, type Sqlite, type SqlValue } from './sqlite.ts';
import { columnOf, rowsPerStatement, toSqlInteger, type Table } from './table.ts';
import { updateTextIndexes, type DocumentWrite } from './text-index.ts';
import { hasTextIndexes } from './text-index-build.ts';

/** The copy that a writer uses, and how the writer learns that another one has replaced it. */
export interface WriterTarget {
  current(): Copy;
  /** Switches to the copy that is live now; returns true if it is another one. */
  refresh(): boolean;
  /** Creates an index that a query needs. */
  addIndex(name: string): void;
  finish(): void;
}

export function createWriter(
  sqlite: Sqlite,
  target: WriterTarget,
  commitInGroup: CommitInGroup,
): ReadModelWriter {
  const withCopy: WithCopy = (work) => {
    const copy = target.current();
    for (let index: string | undefined; ;) {
      try {
        if (index !== undefined) target.addIndex(index);
        return work(readable(sqlite, copy));
      } catch (error) {
        const missing = index === undefined ? (missingIndex(error) ?? missingTextIndex(error)) : undefined;
        if (missing === undefined) throw isMissingTable(error) ? new CopyReplaced(copy.model) : error;
        index = missing;
      }
    }
  };
  const reader = createReader(sqlite, withCopy);
  /** Ids written since the checkpoint. */
  let written = nothingWritten;

  /** Must run inside a transaction. */
  const put = (write: Write): { copy: Copy; state: CopyState; foreign: boolean } => {
    const copy = target.current();
    const state = stateOf(sqlite, copy);
    if (state === undefined) throw new CopyReplaced(copy.model);
    const foreign = state.unfinished && written === nothingWritten;
    writeDocuments(sqlite, copy, state.live, write);
    return { copy, state, foreign };
  };

  return {
    ...reader,

    checkpoint: async () => {
      if (target.refresh()) written = nothingWritten;
      return reader.checkpoint();
    },

    stored: async <D extends Document>(collection: string, ids: readonly string[]) =>
      withCopy((copy) => {
        const sql = `SELECT id, CAST(position AS TEXT), CASE gone WHEN 0 THEN doc END
                     FROM ${copy.table(collection).name} WHERE id IN (SELECT value FROM json_each(?))`;
        return new Map(
          sqlite.rows(sql, [JSON.stringify(ids)]).map(([id, position, doc]): [string, Stored<D>] => {
            const document = doc === null ? undefined : parse<D>(sqlite, doc);
            return [String(id), { position: BigInt(position ?? 0), document }];
          }),
        );
      }),

    write: async (write) => {
      if (write.puts.length + write.deletes.length === 0) return;
      sqlite.transaction(() => {
        const { copy } = put(write);
        sqlite.run('UPDATE copies SET unfinished = 1 WHERE id = ?', [copy.id]);
      });
      written = withIdsOf(written, write);
    },

    commit: async (write, checkpoint) => {
      await commitInGroup(() => {
        const { copy, state, foreign } = put(write);
        if (isBehind(checkpoint, state.checkpoint)) return;
        sqlite.run('UPDATE copies SET log_id = ?, position = ?, unfinished = 0 WHERE id = ?', [
          checkpoint.logId,
          checkpoint.position,
          copy.id,
        ]);
        if (state.live)
          recordChange(sqlite, copy, checkpoint.position, foreign ? 'everything' : withIdsOf(written, write));
      });
      written = nothingWritten;
    },

    finish: async () => withCopy(() => target.finish()),
  };
}

/** A writer that has lost its lease must not set the checkpoint back. */
const isBehind = (checkpoint: Checkpoint, stored: Checkpoint | undefined) =>
  stored?.logId === checkpoint.logId && checkpoint.position < stored.position;

function writeDocuments(sqlite: Sqlite, copy: Copy, isLive: boolean, { puts, deletes }: Write): void {
  const byTable = new Map<Table, DocumentWrite[]>();
  const add = (collection: string, write: DocumentWrite) => {
    const table = copy.table(collection);
    const writes = byTable.get(table);
    if (writes === undefined) byTable.set(table, [write]);
    else writes.push(write);
  };
  for (const { collection, position, document } of puts)
    add(collection, { id: document.id, position, document });
  for (const { collection, id, position } of deletes) add(collection, { id, position, document: undefined });
  for (const [table, writes] of byTable) {
    updateTextIndexes(sqlite, table, writes, isLive || hasTextIndexes(sqlite, table));
    if (copy.appended.has(table)) append(sqlite, table, writes);
    else upsert(sqlite, table, writes);
  }
}

function upsert(sqlite: Sqlite, table: Table, unordered: readonly DocumentWrite[]): void {
  // Sorted, many of them use the pages of the primary key in order, each page once.
  const writes = unordered.length > rowsPerStatement ? unordered.toSorted(byId) : unordered;
  insert(sqlite, table, writes, table.upsertOne, table.upsertMany);
}

const append = (sqlite: Sqlite, table: Table, writes: readonly DocumentWrite[]) =>
  insert(sqlite, table, writes, table.appendOne, table.appendMany);

function insert(
  sqlite: Sqlite,
  table: Table,
  writes: readonly DocumentWrite[],
  insertOne: string,
  insertMany: string,
): void {
  const full = writes.length - (writes.length % rowsPerStatement);
  for (let at = 0; at < full; at += rowsPerStatement)
    sqlite.run(insertMany, valuesOf(table, writes.slice(at, at + rowsPerStatement)));
  for (const write of writes.slice(full)) sqlite.run(insertOne, valuesOf(table, [write]));
}

const byId = (one: DocumentWrite, other: DocumentWrite): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** The values in the order of the columns. */
function valuesOf({ fields, sparse }: Table, writes: readonly DocumentWrite[]): SqlValue[] {
  const values: SqlValue[] = [];
  for (const { id, position, document } of writes) {
    const gone = document === undefined;
    values.push(id, toSqlInteger(position), gone ? 1 : 0, gone ? null : JSON.stringify(document));
    for (const field of fields) {
      const value = gone ? null : columnOf(document, field);
      values.push(value === 0 && sparse.has(field) ? null : value);
    }
  }
  return values;
}
