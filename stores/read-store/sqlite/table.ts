import type { CollectionDeclaration, Document, FieldValue, Index } from '../port.ts';
import type { SqlValue } from './sqlite.ts';

/** The table of one collection in one copy of a read model. */
export interface Table {
  readonly collection: CollectionDeclaration;
  readonly name: string;
  /** The declared fields, each a real column beside the document. */
  readonly fields: readonly string[];
  readonly indexes: readonly TableIndex[];
  /** The text index over `name` and the one over `rest`, of a collection with a declared search. */
  readonly textIndexes: readonly [name: string, rest: string] | undefined;
  /** The columns that a search looks at, by the document's order, so that it parses no JSON and reads no large row. */
  readonly texts: string;
  /** Writes one row, or `rowsPerStatement`, each only over one of a lower position. */
  readonly upsertOne: string;
  readonly upsertMany: string;
}

/** Faster than one by one or by json_each (46, 37 and 35 thousand documents/s); more gains nothing. */
export const rowsPerStatement = 50;

export interface TableIndex {
  readonly name: string;
  readonly fields: Index;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const column = (field: string) => (field === 'id' ? 'id' : quote(`f:${field}`));

export function tableOf(copy: number, collection: CollectionDeclaration): Table {
  // FTS5 takes plain names only. Other characters become their code points, so that names stay unique.
  const plain = collection.name.replace(/[^A-Za-z0-9]/gu, (sign) => `_${sign.codePointAt(0)}`);
  const name = `c${copy}_${plain}`;
  const search = collection.search;
  const declared = [
    ...collection.indexes.flatMap((index) => index.map(([field]) => field)),
    ...(search === undefined ? [] : [search.order, ...search.filters, ...(search.levels ?? [])]),
  ];
  const fields = [...new Set(declared)].filter((field) => field !== 'id');
  return {
    collection,
    name,
    fields,
    indexes: collection.indexes.map((fields, number) => ({ name: `${name}_${number}`, fields })),
    textIndexes: search && [`${name}_name`, `${name}_rest`],
    texts: `${name}_texts`,
    upsertOne: upsert(name, fields, 1),
    upsertMany: upsert(name, fields, rowsPerStatement),
  };
}

function upsert(name: string, fields: readonly string[], rows: number): string {
  const columns = ['id', 'position', 'gone', 'doc', ...fields.map(column)];
  const row = `(${columns.map(() => '?').join(', ')})`;
  const set = columns.slice(1).map((each) => `${each} = excluded.${each}`);
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}
          ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.position > position`;
}

/** The table without its declared indexes: it is filled several times faster. */
export function createTable(table: Table): string[] {
  const { name, fields, collection } = table;
  const order = collection.search?.order;
  const columns = fields.map((field) => column(field) + (field === order ? ' INTEGER' : ''));
  return [
    `CREATE TABLE ${name} (${[
      'id TEXT PRIMARY KEY',
      'position INTEGER NOT NULL',
      'gone INTEGER NOT NULL',
      'doc TEXT',
      ...columns,
    ].join(', ')})`,
    ...createTextIndexes(table),
  ];
}

/** The declared indexes that are not there yet, or the one of that name alone. */
export function createIndexes(table: Table, name?: string): string[] {
  return table.indexes
    .filter((index) => name === undefined || index.name === name)
    .map((index) => {
      const parts = index.fields.map(
        ([field, direction]) => column(field) + (direction === 1 ? '' : ' DESC'),
      );
      return `CREATE INDEX IF NOT EXISTS ${index.name} ON ${table.name} (${[...parts, 'id'].join(', ')}) WHERE gone = 0`;
    });
}

/** What a search can be filtered by: every declared field but the order, which is the place. */
export const filterFields = ({ fields, collection }: Table): readonly string[] =>
  fields.filter((field) => field !== collection.search?.order);

export function dropTable(table: Table): string[] {
  const { textIndexes, texts, name } = table;
  return [...(textIndexes === undefined ? [] : [...textIndexes, texts]), name].map(
    (name) => `DROP TABLE IF EXISTS ${name}`,
  );
}

/**
 * The text indexes hold which trigrams are in which text, neither the text nor where in it: that makes them small
 * and fast to walk, and what they find is compared with the text anyway.
 */
function createTextIndexes(table: Table): string[] {
  const { textIndexes, texts } = table;
  if (textIndexes === undefined) return [];
  const columns = [...filterFields(table).map(column), 'id TEXT', 'marks TEXT', 'name TEXT', 'rest TEXT'];
  return [
    `CREATE TABLE ${texts} (place INTEGER PRIMARY KEY, ${columns.join(', ')})`,
    ...textIndexes.map(
      (index) => `CREATE VIRTUAL TABLE ${index} USING fts5(text, marks, content = '', contentless_delete = 1,
                  detail = none, tokenize = 'trigram case_sensitive 1')`,
    ),
  ];
}

/** SQLite takes no text with a NUL here (see `SqlValue`): another sign stands in for it, in what is stored and asked. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD');

/** What a declared field is stored and asked as. @throws for a value that no filter could ever name */
export function toSqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return withoutNul(value);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return null;
  throw new Error(`A declared field holds text, a number, true, false or null, not ${JSON.stringify(value)}`);
}

/** The driver takes a number in half the time of a bigint. */
export const toSqlInteger = (value: bigint): number | bigint =>
  value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;

const own = (document: Document, field: string): unknown =>
  Object.hasOwn(document, field) ? Reflect.get(document, field) : null;

/** What a top-level field of a document is stored as, null if it has none of that name. */
export const columnOf = (document: Document, field: string): SqlValue => toSqlValue(own(document, field));

/** A top-level field of a document, null if it has none of that name. */
export function fieldOf(document: Document, field: string): FieldValue {
  const value = own(document, field);
  if (typeof value === 'boolean') return value;
  const stored = toSqlValue(value);
  return typeof stored === 'bigint' ? Number(stored) : stored;
}
