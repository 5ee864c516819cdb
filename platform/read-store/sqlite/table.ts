import { declaredFields, sparseIn } from '../plan.ts';
import type { CollectionDeclaration, Document, Index } from '../port.ts';
import type { SqlValue } from './sqlite.ts';

/** The table of one collection in one generation of a read model. */
export interface Table {
  readonly collection: CollectionDeclaration;
  readonly name: string;
  /** The declared fields, each stored as a column beside the document. */
  readonly fields: readonly string[];
  /** The declared fields whose false is stored as null, so that an index can omit it. */
  readonly sparse: ReadonlySet<string>;
  readonly indexes: readonly TableIndex[];
  /** The text index; undefined for a collection without a declared search. */
  readonly textIndex: string | undefined;
  /** The columns that a search reads, by the document's order, so that it parses no JSON and reads no large rows. */
  readonly texts: string;
  /** Writes a row, which replaces only one of a lower position. */
  readonly upsert: string;
}

interface TableIndex {
  readonly name: string;
  readonly fields: Index;
  /** The field, if there is one, in which all its documents have a value other than null and false. */
  readonly sparse: string | undefined;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const column = (field: string) => (field === 'id' ? 'id' : quote(`f:${field}`));

export function tableOf(generation: number, collection: CollectionDeclaration): Table {
  // FTS5 accepts only plain names. Other characters become their code points, so that names stay unique.
  const plain = collection.name.replace(/[^A-Za-z0-9]/gu, (sign) => `_${sign.codePointAt(0)}`);
  const name = `c${generation}_${plain}`;
  const search = collection.search;
  const sparse = new Set(collection.sparse);
  const fields = [...declaredFields(collection)];
  return {
    collection,
    name,
    fields,
    sparse,
    indexes: collection.indexes.map((fields, number) => ({
      name: `${name}_${number}`,
      fields,
      sparse: sparseIn(collection, fields),
    })),
    textIndex: search && `${name}_search`,
    texts: `${name}_texts`,
    upsert: upsert(name, fields),
  };
}

function upsert(name: string, fields: readonly string[]): string {
  const columns = ['id', 'position', 'gone', 'doc', ...fields.map(column)];
  const set = columns.slice(1).map((each) => `${each} = excluded.${each}`);
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
          ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.position > position`;
}

/** Creates the table without its declared indexes, because filling it is then several times faster. */
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
    ...createTexts(table),
  ];
}

/** The declared indexes that do not exist yet, or only the one of that name. */
export function createIndexes(table: Table, name?: string): string[] {
  return table.indexes
    .filter((index) => name === undefined || index.name === name)
    .map((index) => {
      const parts = index.fields.map(
        ([field, direction]) => column(field) + (direction === 1 ? '' : ' DESC'),
      );
      const only = index.sparse === undefined ? '' : ` AND ${column(index.sparse)} IS NOT NULL`;
      return `CREATE INDEX IF NOT EXISTS ${index.name} ON ${table.name} (${[...parts, 'id'].join(', ')}) WHERE gone = 0${only}`;
    });
}

/** The fields that a search can be filtered by: every declared one except the order, which is the place. */
export const filterFields = ({ fields, collection }: Table): readonly string[] =>
  fields.filter((field) => field !== collection.search?.order);

/** The columns of `texts` with the marked text of each searched field. */
export const textColumns = ({ collection }: Table): string[] =>
  (collection.search?.fields ?? []).map((_, at) => `text${at}`);

function createTexts(table: Table): string[] {
  if (table.textIndex === undefined) return [];
  const columns = [...filterFields(table).map(column), 'id', 'marks', 'listed', ...textColumns(table)];
  return [`CREATE TABLE ${table.texts} (place INTEGER PRIMARY KEY, ${columns.join(', ')})`];
}

/** SQLite accepts no text with a NUL here (see `SqlValue`), so stored and queried texts have another character. */
export const withoutNul = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;

/** The SQL value with which a declared field is stored and queried. @throws for a value that no filter can contain */
export function toSqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return withoutNul(value);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return null;
  throw new Error(`A declared field holds text, a number, true, false or null, not ${JSON.stringify(value)}`);
}

/** The driver takes half as long for a number as for a bigint. */
export const toSqlInteger = (value: bigint): number | bigint =>
  value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;

const own = (document: Document, field: string): unknown =>
  Object.hasOwn(document, field) ? Reflect.get(document, field) : null;

/** The stored value of a document's top-level field; null if there is none of that name. */
export const columnOf = (document: Document, field: string): SqlValue => toSqlValue(own(document, field));
