import { marksOf } from './marks.ts';
import type { Document } from './port.ts';
import type { Sqlite, SqlValue } from './sqlite.ts';
import { column, fieldOf, type Table } from './table.ts';

/** A document on its way into its table; without one, its tombstone. */
export interface DocumentWrite {
  readonly id: string;
  readonly position: bigint;
  readonly document: Document | undefined;
}

/** What the two text indexes hold of one document. */
interface Entry {
  readonly order: bigint;
  readonly marks: string;
  readonly texts: readonly [name: string, rest: string];
}

/**
 * Brings the text indexes in step with documents that are about to be written, by the same guard: only those of a
 * higher position count. What has the same order, marks and text as before is left alone: indexing is what costs.
 * Not done by triggers, because every statement that runs one makes FTS5 write what it has gathered so far.
 */
export function updateTextIndexes(sqlite: Sqlite, table: Table, writes: readonly DocumentWrite[]): void {
  if (table.textIndexes === undefined) return;
  const stored = storedEntries(sqlite, table, writes);
  const changes = [...newest(writes).values()]
    .filter(({ id, position }) => position > (stored.get(id)?.position ?? -1n))
    .map(({ id, document }) => ({
      before: stored.get(id)?.entry,
      after: document && entryOf(table, document),
    }))
    // Rising rowids go into one segment; each step back starts another.
    .sort((one, other) => Number((one.after?.order ?? 0n) - (other.after?.order ?? 0n)));
  for (const [tier, name] of table.textIndexes.entries()) {
    const changed = changes.filter(({ before, after }) => !isSame(before, after, tier));
    for (const { before } of changed) {
      if (before !== undefined) sqlite.run(`DELETE FROM ${name} WHERE rowid = ?`, [before.order]);
    }
    for (const { after } of changed) {
      if (after === undefined) continue;
      const values: SqlValue[] = [after.order, after.texts[tier] ?? '', after.marks];
      sqlite.run(`INSERT INTO ${name} (rowid, text, marks) VALUES (?, ?, ?)`, values);
    }
  }
}

const isSame = (one: Entry | undefined, other: Entry | undefined, tier: number) =>
  one?.order === other?.order && one?.marks === other?.marks && one?.texts[tier] === other?.texts[tier];

/** One write per id: the one that will stand. */
function newest(writes: readonly DocumentWrite[]): Map<string, DocumentWrite> {
  const found = new Map<string, DocumentWrite>();
  for (const write of writes) {
    const known = found.get(write.id);
    if (known === undefined || write.position > known.position) found.set(write.id, write);
  }
  return found;
}

/** A document without an order is not part of the search. */
function entryOf(table: Table, document: Document): Entry | undefined {
  const { search } = table.collection;
  const order = search && fieldOf(document, search.order);
  if (search === undefined || order === null || order === undefined) return undefined;
  const text = (field: string) => String(fieldOf(document, field) ?? '');
  return {
    order: BigInt(order),
    marks: marksOf(search, document),
    texts: [text(search.name), text(search.rest)],
  };
}

function storedEntries(sqlite: Sqlite, table: Table, writes: readonly DocumentWrite[]) {
  const { search } = table.collection;
  const found = new Map<string, { readonly position: bigint; readonly entry: Entry | undefined }>();
  if (search === undefined) return found;
  const rows = sqlite.rows(
    `SELECT id, CAST(position AS TEXT), ${column(search.order)}, doc FROM ${table.name} WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(writes.map(({ id }) => id))],
  );
  for (const [id, position, order, doc] of rows) {
    // A document that a writer stored.
    const document = order === null ? undefined : (JSON.parse(String(doc)) as Document);
    found.set(String(id), { position: BigInt(position ?? 0), entry: document && entryOf(table, document) });
  }
  return found;
}
