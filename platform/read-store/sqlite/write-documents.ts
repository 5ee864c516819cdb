import type { Write } from '../port.ts';
import type { Generation } from './generations.ts';
import type { Sqlite, SqlValue } from './sqlite.ts';
import { columnOf, rowsPerStatement, toSqlInteger, type Table } from './table.ts';
import { updateTextIndexes, type DocumentWrite } from './text-index.ts';
import { hasTextIndexes } from './text-index-build.ts';

/** Writes documents into the tables of their collections. Must run inside a transaction. */
export function writeDocuments(
  sqlite: Sqlite,
  generation: Generation,
  isLive: boolean,
  { puts, deletes }: Write,
): void {
  const byTable = new Map<Table, DocumentWrite[]>();
  const add = (collection: string, write: DocumentWrite) => {
    const table = generation.table(collection);
    const writes = byTable.get(table);
    if (writes === undefined) byTable.set(table, [write]);
    else writes.push(write);
  };
  for (const { collection, position, document } of puts)
    add(collection, { id: document.id, position, document });
  for (const { collection, id, position } of deletes) add(collection, { id, position, document: undefined });
  for (const [table, writes] of byTable) {
    updateTextIndexes(sqlite, table, writes, isLive || hasTextIndexes(sqlite, table));
    if (generation.appended.has(table)) append(sqlite, table, writes);
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
