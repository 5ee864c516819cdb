import { markWords } from '#contracts/shared/search-words';
import { listTokensOf, tokensOf } from './index-tokens.ts';
import type { DocumentWrite } from '../document-writes.ts';
import { fieldValue } from '../filter.ts';
import type { Document } from '../port.ts';
import type { Sqlite, SqlValue } from './sqlite.ts';
import { column, columnOf, filterFields, textColumns, withoutNul, type Table } from './table.ts';

/** The content of the text indexes for one document. */
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
 * Updates the search tables for documents that are about to be written, each id once, with the same guard: only those
 * of a higher position count. Entries with an unchanged order, tokens and text are left alone, because indexing is
 * expensive. Triggers are not used, because FTS5 writes out everything it has collected whenever a statement runs one.
 */
export function updateTextIndexes(
  sqlite: Sqlite,
  table: Table,
  writes: readonly DocumentWrite[],
  isIndexed: boolean,
): void {
  if (table.textIndexes === undefined) return;
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

/** Places indexed in one transaction, so that other writers of the file get their turn in between. */
const placesAtOnce = 10_000;
/** Bytes that FTS5 collects before it writes a segment: usually, and for `placesAtOnce`. */
const usually = 2 ** 20;
const whileBuilding = 2 ** 25;
/** Pages merged in one transaction. */
const pagesAtOnce = 2000;

/**
 * Creates empty text indexes. They record which text contains which trigram, but neither the text nor the position in
 * it. This makes them small and fast to walk; their hits are compared with the text anyway.
 */
export function createTextIndexes(sqlite: Sqlite, { textIndexes }: Table): void {
  for (const index of textIndexes ?? []) {
    sqlite.run(`CREATE VIRTUAL TABLE ${index} USING fts5(text, marks, content = '',
                contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`);
  }
}

export function hasTextIndexes(sqlite: Sqlite, { textIndexes }: Table): boolean {
  const last = textIndexes?.at(-1);
  return last !== undefined && sqlite.rows('SELECT 1 FROM sqlite_schema WHERE name = ?', [last]).length > 0;
}

/** Adds these places, whose texts are stored, to one of the text indexes. */
function indexPlaces(sqlite: Sqlite, table: Table, index: string, places: readonly bigint[]): void {
  if (places.length === 0) return;
  const list = `[${places.join(',')}]`;
  sqlite.run(insertFrom(table, index, 'place IN (SELECT value FROM json_each(?))'), [list]);
}

/** The tokens and the text that a tier's index holds, as expressions on `texts`. */
export function indexedIn(table: Table, tier: number): { readonly tokens: string; readonly text: string } {
  const texts = textColumns(table).slice(0, tier + 1);
  return { tokens: tier === 0 ? 'marks || listed' : 'marks', text: texts.join(' || char(10) || ') };
}

/** Rising rowids go into one segment; each step back starts another. */
function insertFrom(table: Table, index: string, condition: string): string {
  const tier = table.textIndexes?.indexOf(index) ?? 0;
  const { tokens, text } = indexedIn(table, tier);
  return `INSERT INTO ${index} (rowid, text, marks) SELECT -place, ${text}, ${tokens} FROM ${table.texts}
          WHERE ${condition} ORDER BY place DESC`;
}

/**
 * Builds the text indexes of a generation that was filled without them, each place once. If it fails, there are none.
 * Searches of a generation without them fail, so nobody may search it yet.
 */
export function buildTextIndexes(sqlite: Sqlite, table: Table): void {
  if (table.textIndexes === undefined || hasTextIndexes(sqlite, table)) return;
  try {
    createTextIndexes(sqlite, table);
    for (const index of table.textIndexes) build(sqlite, table, index);
  } catch (error) {
    for (const index of table.textIndexes) sqlite.run(`DROP TABLE IF EXISTS ${index}`);
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
    sqlite.run(insertFrom(table, index, 'place >= ? AND place < ?'), [from, below]);
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
