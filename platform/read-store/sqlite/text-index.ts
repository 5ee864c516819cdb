import { markWords } from '#contracts/shared/search-words';
import { listTokensOf, tierTextsOf, tokensOf } from './index-tokens.ts';
import type { DocumentWrite } from '../document-writes.ts';
import { fieldValue } from '../filter.ts';
import type { Document } from '../port.ts';
import type { Sqlite, SqlValue } from './sqlite.ts';
import { column, columnOf, filterFields, textColumns, withoutNul, type Table } from './table.ts';

/** The content of the text indexes for one document. */
interface Entry {
  readonly order: bigint;
  /** The tokens of its filters, and the texts of all tiers but the last. */
  readonly tokens: string;
  /** The tokens of its lists. */
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
 * Updates the search tables for documents that are about to be written, each id once, with the same guard: only those
 * of a higher position count. Entries with an unchanged order, tokens and text are left alone, because indexing is
 * expensive. Triggers are not used, because FTS5 writes out everything it has collected whenever a statement runs one.
 */
export function updateTextIndex(
  sqlite: Sqlite,
  table: Table,
  writes: readonly DocumentWrite[],
  isIndexed: boolean,
): void {
  if (table.textIndex === undefined) return;
  const stored = storedEntries(sqlite, table, writes);
  const changes = writes
    .filter(({ id, position }) => position > (stored.get(id)?.position ?? -1n))
    .map(({ id, document }) => ({
      id,
      before: stored.get(id)?.entry,
      after: document && entryOf(table, document),
    }));
  writeTexts(sqlite, table, changes);
  if (!isIndexed) return;
  const changed = changes.filter(({ before, after }) => !isSame(before, after));
  for (const { before } of changed) {
    if (before !== undefined) sqlite.run(`DELETE FROM ${table.textIndex} WHERE rowid = ?`, [-before.order]);
  }
  indexPlaces(
    sqlite,
    table,
    changed.flatMap(({ after }) => after?.order ?? []),
  );
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

const isSame = (one: Entry | undefined, other: Entry | undefined) =>
  one?.order === other?.order &&
  one?.tokens === other?.tokens &&
  one?.listed === other?.listed &&
  one?.texts.join('\n') === other?.texts.join('\n');

/** A document without an order is left out of the search. */
function entryOf(table: Table, document: Document): Change['after'] {
  const { search } = table.collection;
  const order = search && fieldValue(document, search.order);
  if (search === undefined || order === null || order === undefined) return undefined;
  const text = (field: string) => markWords(withoutNul(String(fieldValue(document, field) ?? '')));
  const texts = search.fields.map(text);
  return {
    order: BigInt(order),
    tokens: tokensOf(search, document) + tierTextsOf(texts),
    listed: listTokensOf(search, document),
    texts,
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

/** Places indexed in one transaction, so that other writers of the file get their turn in between. */
const placesAtOnce = 10_000;
/** Bytes that FTS5 collects before it writes a segment: usually, and for `placesAtOnce`. */
const usually = 2 ** 20;
const whileBuilding = 2 ** 25;
/** Pages merged in one transaction. */
const pagesAtOnce = 2000;

/**
 * Creates an empty text index. It records which text contains which trigram, but neither the text nor the position in
 * it. This makes it small and fast to walk; its hits are compared with the text anyway.
 */
export function createTextIndex(sqlite: Sqlite, { textIndex }: Table): void {
  if (textIndex === undefined) return;
  sqlite.run(`CREATE VIRTUAL TABLE ${textIndex} USING fts5(text, marks, content = '',
              contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`);
}

export const hasTextIndex = (sqlite: Sqlite, { textIndex }: Table): boolean =>
  textIndex !== undefined &&
  sqlite.rows('SELECT 1 FROM sqlite_schema WHERE name = ?', [textIndex]).length > 0;

/** Adds these places, whose texts are stored, to the text index. */
function indexPlaces(sqlite: Sqlite, table: Table, places: readonly bigint[]): void {
  if (places.length === 0) return;
  const list = `[${places.join(',')}]`;
  sqlite.run(insertFrom(table, 'place IN (SELECT value FROM json_each(?))'), [list]);
}

/** The tokens and the text that the index holds, as expressions on `texts`. */
export const indexed = (table: Table): { readonly tokens: string; readonly text: string } => ({
  tokens: 'marks || listed',
  text: textColumns(table).join(' || char(10) || '),
});

/** Rising rowids go into one segment; each step back starts another. */
function insertFrom(table: Table, condition: string): string {
  const { tokens, text } = indexed(table);
  return `INSERT INTO ${table.textIndex} (rowid, text, marks) SELECT -place, ${text}, ${tokens} FROM ${table.texts}
          WHERE ${condition} ORDER BY place DESC`;
}

/**
 * Builds the text index of a generation that was filled without it, each place once. If it fails, there is none.
 * Searches of a generation without it fail, so nobody may search it yet.
 */
export function buildTextIndex(sqlite: Sqlite, table: Table): void {
  const { textIndex: index } = table;
  if (index === undefined || hasTextIndex(sqlite, table)) return;
  try {
    createTextIndex(sqlite, table);
    build(sqlite, table, index);
  } catch (error) {
    sqlite.run(`DROP TABLE IF EXISTS ${index}`);
    throw error;
  }
}

function build(sqlite: Sqlite, table: Table, index: string): void {
  const set = (name: string, value: number) =>
    sqlite.run(`INSERT INTO ${index} (${index}, rank) VALUES (?, ?)`, [name, value]);
  set('hashsize', whileBuilding);
  set('automerge', 0);
  set('crisismerge', 1999);
  const lowest = `SELECT min(place) FROM (SELECT place FROM ${table.texts} WHERE place < ? ORDER BY place DESC LIMIT ?)`;
  for (let below = Number.MAX_SAFE_INTEGER; ;) {
    const from = sqlite.rows(lowest, [below, placesAtOnce])[0]?.[0] ?? undefined;
    if (from === undefined) break;
    sqlite.run(insertFrom(table, 'place >= ? AND place < ?'), [from, below]);
    below = Number(from);
  }
  mergeSegments(sqlite, index);
  set('hashsize', usually);
  set('automerge', 4);
  set('crisismerge', 16);
}

/** A search walks one segment faster than many. */
function mergeSegments(sqlite: Sqlite, index: string): void {
  const changes = () => Number(sqlite.rows('SELECT total_changes()')[0]?.[0]);
  for (let before = changes(); ;) {
    sqlite.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, [-pagesAtOnce]);
    const after = changes();
    // A call that finds nothing to merge counts as one change.
    if (after - before < 2) return;
    before = after;
  }
}
