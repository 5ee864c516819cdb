import { markWords } from '#contracts/shared/search-words';

import { listTokensOf, tokensOf } from './index-tokens.ts';
import { fieldValue } from '../filter.ts';
import type { Document, Put } from '../port.ts';
import type { Sqlite, SqlValue } from './sqlite.ts';
import { column, columnOf, filterFields, textColumns, withoutNul, type Table } from './table.ts';
import { indexPlaces } from './text-index-build.ts';

/** A document to be written into its table; without `document`, its tombstone. */
export interface DocumentWrite {
  readonly id: string;
  readonly position: bigint;
  readonly document: Document | undefined;
  /** See `Put`. */
  readonly replaces?: Put['replaces'];
}

/** What the text indexes hold for one document. */
interface Entry {
  readonly order: bigint;
  readonly tokens: string;
  /** The tokens of its lists; only the first tier is searched by them. */
  readonly listed: string;
  /** The marked text of each searched field. */
  readonly texts: readonly string[];
}

interface Change {
  readonly id: string;
  readonly before: Entry | undefined;
  readonly after: (Entry & { readonly filters: readonly SqlValue[] }) | undefined;
}

/**
 * Updates the search tables for documents that are about to be written, with the same guard: only those of a higher
 * position count. Entries with an unchanged order, tokens and text are left alone, because indexing is expensive.
 * Triggers are not used, because FTS5 writes out everything it has collected whenever a statement runs one.
 */
export function updateTextIndexes(
  sqlite: Sqlite,
  table: Table,
  writes: readonly DocumentWrite[],
  isIndexed: boolean,
): void {
  if (table.textIndexes === undefined) return;
  const stored = storedEntries(sqlite, table, writes);
  const changes = [...newest(writes).values()]
    .filter(({ id, position }) => position > (stored.get(id)?.position ?? -1n))
    .map(({ id, document }) => ({
      id,
      before: stored.get(id)?.entry,
      after: document && entryOf(table, document),
    }));
  writeTexts(sqlite, table, changes);
  if (!isIndexed) return;
  for (const [tier, index] of table.textIndexes.entries()) {
    const changed = changes.filter(({ before, after }) => !isSame(before, after, tier));
    for (const { before } of changed) {
      if (before !== undefined) sqlite.run(`DELETE FROM ${index} WHERE rowid = ?`, [-before.order]);
    }
    indexPlaces(
      sqlite,
      table,
      index,
      changed.flatMap(({ after }) => after?.order ?? []),
    );
  }
}

function writeTexts(sqlite: Sqlite, table: Table, changes: readonly Change[]): void {
  const columns = [
    'place',
    'id',
    'marks',
    'listed',
    ...textColumns(table),
    ...filterFields(table).map(column),
  ];
  const insert = `INSERT INTO ${table.texts} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  for (const { before } of changes) {
    if (before !== undefined) sqlite.run(`DELETE FROM ${table.texts} WHERE place = ?`, [before.order]);
  }
  // In rising order: rows that are added at the end leave full pages behind.
  for (const { id, after } of changes.toSorted(byOrder)) {
    if (after !== undefined)
      sqlite.run(insert, [after.order, id, after.tokens, after.listed, ...after.texts, ...after.filters]);
  }
}

const byOrder = (one: Change, other: Change): number =>
  Number((one.after?.order ?? 0n) - (other.after?.order ?? 0n));

const isSame = (one: Entry | undefined, other: Entry | undefined, tier: number) =>
  one?.order === other?.order &&
  one?.tokens === other?.tokens &&
  (tier > 0 || one?.listed === other?.listed) &&
  one?.texts.slice(0, tier + 1).join('\n') === other?.texts.slice(0, tier + 1).join('\n');

/** Keeps one write per id: the one that prevails. */
function newest(writes: readonly DocumentWrite[]): Map<string, DocumentWrite> {
  const found = new Map<string, DocumentWrite>();
  for (const write of writes) {
    const known = found.get(write.id);
    if (known === undefined || write.position > known.position) found.set(write.id, write);
  }
  return found;
}

/** A document without an order is left out of the search. */
function entryOf(table: Table, document: Document): Change['after'] {
  const { search } = table.collection;
  const order = search && fieldValue(document, search.order);
  if (search === undefined || order === null || order === undefined) return undefined;
  const text = (field: string) => markWords(withoutNul(String(fieldValue(document, field) ?? '')));
  return {
    order: BigInt(order),
    tokens: tokensOf(search, document),
    listed: listTokensOf(search, document),
    texts: search.fields.map(text),
    filters: filterFields(table).map((field) => columnOf(document, field)),
  };
}

function storedEntries(sqlite: Sqlite, table: Table, writes: readonly DocumentWrite[]) {
  const { search } = table.collection;
  const found = new Map<string, { readonly position: bigint; readonly entry: Entry | undefined }>();
  if (search === undefined) return found;
  const rows = sqlite.rows(
    `SELECT t.id, CAST(t.position AS TEXT), x.place, x.marks, x.listed, ${textColumns(table)
      .map((each) => `x.${each}`)
      .join(', ')}
     FROM ${table.name} t LEFT JOIN ${table.texts} x ON x.place = t.${column(search.order)}
     WHERE t.id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(writes.map(({ id }) => id))],
  );
  for (const [id, position, order, tokens, listed, ...texts] of rows) {
    const entry = {
      order: BigInt(order ?? 0),
      tokens: String(tokens),
      listed: String(listed),
      texts: texts.map(String),
    };
    found.set(String(id), { position: BigInt(position ?? 0), entry: order === null ? undefined : entry });
  }
  return found;
}
