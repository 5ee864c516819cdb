import { recordChange, type ChangedIds } from './changes.ts';
import type { Copy } from './copies.ts';
import { stateOf, type CopyState } from './copies.ts';
import { CopyReplaced, type Checkpoint, type ReadModelWriter, type Write } from './port.ts';
import { createReader, type WithCopy } from './reader.ts';
import { isMissingTable, missingIndex, type Sqlite, type SqlValue } from './sqlite.ts';
import { column, fieldOf, toSqlValue, type Table } from './table.ts';
import { updateTextIndexes, type DocumentWrite } from './text-index.ts';

/** Rows per statement: faster than one by one or by json_each (46, 37 and 35 thousand documents/s); more gains nothing. */
const rowsPerStatement = 50;

/** The copy that a writer works on, and how it learns that another one took its place. */
export interface WriterTarget {
  current(): Copy;
  /** Turns to the copy that is live now; true if it is another. */
  refresh(): boolean;
  /** Makes an index that a query wants; a target whose copies have all of theirs needs none. */
  addIndex?(name: string): void;
}

export function createWriter(sqlite: Sqlite, target: WriterTarget, changed: () => void): ReadModelWriter {
  const withCopy: WithCopy = (work) => {
    const copy = target.current();
    try {
      return work(copy);
    } catch (error) {
      const index = missingIndex(error);
      if (index !== undefined && target.addIndex !== undefined) {
        target.addIndex(index);
        return work(copy);
      }
      throw isMissingTable(error) ? new CopyReplaced(copy.model) : error;
    }
  };
  const reader = createReader(sqlite, withCopy);
  /** Ids written since the checkpoint. */
  let written: ChangedIds = new Map();

  /** Inside a transaction. */
  const put = (write: Write): { copy: Copy; state: CopyState; foreign: boolean } => {
    const copy = target.current();
    const state = stateOf(sqlite, copy);
    if (state === undefined) throw new CopyReplaced(copy.model);
    const foreign = state.unfinished && written.size === 0;
    writeDocuments(sqlite, copy, write);
    return { copy, state, foreign };
  };

  return {
    ...reader,

    checkpoint: async () => {
      if (target.refresh()) written = new Map();
      return reader.checkpoint();
    },

    positions: async (collection, ids) =>
      withCopy((copy) => {
        const sql = `SELECT id, CAST(position AS TEXT) FROM ${copy.table(collection).name}
                     WHERE id IN (SELECT value FROM json_each(?))`;
        const rows = sqlite.rows(sql, [JSON.stringify(ids)]);
        return new Map(rows.map(([id, position]) => [String(id), BigInt(position ?? 0)]));
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
      sqlite.transaction(() => {
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
      written = new Map();
      changed();
    },
  };
}

/** A writer that lost its lease must not set the checkpoint back. */
const isBehind = (checkpoint: Checkpoint, stored: Checkpoint | undefined) =>
  stored?.logId === checkpoint.logId && checkpoint.position < stored.position;

function withIdsOf(known: ChangedIds, { puts, deletes }: Write): ChangedIds {
  const ids = new Map([...known].map(([collection, set]) => [collection, new Set(set)]));
  const add = (collection: string, id: string) => {
    const set = ids.get(collection);
    if (set === undefined) ids.set(collection, new Set([id]));
    else set.add(id);
  };
  for (const { collection, document } of puts) add(collection, document.id);
  for (const { collection, id } of deletes) add(collection, id);
  return ids;
}

function writeDocuments(sqlite: Sqlite, copy: Copy, { puts, deletes }: Write): void {
  const writes = [
    ...puts.map(({ collection, position, document }) => ({
      collection,
      id: document.id,
      position,
      document,
    })),
    ...deletes.map((each) => ({ ...each, document: undefined })),
  ];
  for (const [collection, group] of byCollection(writes)) {
    const table = copy.table(collection);
    updateTextIndexes(sqlite, table, group);
    upsert(
      sqlite,
      table,
      group.map((each) => rowOf(table, each)),
    );
  }
}

function byCollection<T extends { readonly collection: string }>(writes: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of writes) {
    const group = groups.get(each.collection);
    if (group === undefined) groups.set(each.collection, [each]);
    else group.push(each);
  }
  return groups;
}

const rowOf = (table: Table, { id, position, document }: DocumentWrite): SqlValue[] => [
  id,
  position,
  document === undefined ? 1 : 0,
  document === undefined ? null : JSON.stringify(document),
  ...table.fields.map((field) => (document === undefined ? null : toSqlValue(fieldOf(document, field)))),
];

function upsert(sqlite: Sqlite, table: Table, rows: ReadonlyArray<readonly SqlValue[]>): void {
  for (let at = 0; at < rows.length;) {
    const count = rows.length - at >= rowsPerStatement ? rowsPerStatement : 1;
    sqlite.run(upsertSql(table, count), rows.slice(at, at + count).flat());
    at += count;
  }
}

function upsertSql(table: Table, rows: number): string {
  const columns = ['id', 'position', 'gone', 'doc', ...table.fields.map(column)];
  const row = `(${columns.map(() => '?').join(', ')})`;
  const set = columns.slice(1).map((name) => `${name} = excluded.${name}`);
  return `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}
          ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.position > position`;
}
