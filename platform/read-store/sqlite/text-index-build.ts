import type { Sqlite } from './sqlite.ts';
import { textColumns, type Table } from './table.ts';

/** Places indexed in one transaction, so that other writers of the file get their turn in between. */
const placesAtOnce = 10_000;
/** How much FTS5 collects before it writes a segment: usually, and enough for `placesAtOnce`. In bytes. */
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
export function indexPlaces(sqlite: Sqlite, table: Table, index: string, places: readonly bigint[]): void {
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
