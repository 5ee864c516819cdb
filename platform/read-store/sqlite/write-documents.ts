import { writesByCollection, type DocumentWrite } from '../document-writes.ts';
import type { Document, Write } from '../port.ts';
import type { Generation } from './generations.ts';
import type { Sqlite, SqlValue } from './sqlite.ts';
import { column, columnOf, toSqlInteger, type Table } from './table.ts';
import { hasTextIndex, updateTextIndex } from './text-index.ts';

/** Writes documents into the tables of their collections. Must run inside a transaction. */
export function writeDocuments(sqlite: Sqlite, generation: Generation, isLive: boolean, write: Write): void {
  for (const [collection, writes] of writesByCollection(write)) {
    const table = generation.table(collection);
    updateTextIndex(sqlite, table, writes, isLive || hasTextIndex(sqlite, table));
    // Sorted by id, the writes use the pages of the primary key in order, each page once.
    for (const each of writes.toSorted(byId))
      if (!isLive || !replace(sqlite, table, each)) sqlite.run(table.upsert, valuesOf(table, each));
  }
}

/**
 * Writes only the columns that differ from the document that was read, so that the other indexes are not updated.
 * Returns whether that document was still stored.
 */
function replace(sqlite: Sqlite, table: Table, { id, position, document, replaces }: DocumentWrite): boolean {
  if (document === undefined || replaces === undefined) return false;
  const changed = table.fields.filter(
    (field) => stored(table, document, field) !== stored(table, replaces.document, field),
  );
  const columns = ['position', 'doc', ...changed.map(column)].map((each) => `${each} = ?`);
  const rows = sqlite.run(
    `UPDATE ${table.name} SET ${columns.join(', ')} WHERE id = ? AND position = ? AND gone = 0`,
    [
      toSqlInteger(position),
      JSON.stringify(document),
      ...changed.map((field) => stored(table, document, field)),
      id,
      toSqlInteger(replaces.position),
    ],
  );
  return rows > 0;
}

const byId = (one: DocumentWrite, other: DocumentWrite): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** The stored value of a declared field. */
function stored({ sparse }: Table, document: Document, field: string): SqlValue {
  const value = columnOf(document, field);
  return value === 0 && sparse.has(field) ? null : value;
}

/** The values in the order of the columns. */
function valuesOf(table: Table, { id, position, document }: DocumentWrite): SqlValue[] {
  if (document === undefined) return [id, toSqlInteger(position), 1, null, ...table.fields.map(() => null)];
  const columns = table.fields.map((field) => stored(table, document, field));
  return [id, toSqlInteger(position), 0, JSON.stringify(document), ...columns];
}
