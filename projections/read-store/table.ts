import type { CollectionDeclaration, Document, FieldValue, Index } from './port.ts';
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
}

export interface TableIndex {
  readonly name: string;
  readonly fields: Index;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const column = (field: string) => (field === 'id' ? 'id' : quote(`f:${field}`));

export function tableOf(copy: number, collection: CollectionDeclaration): Table {
  // FTS5 here takes plain names only; a sign in a collection's name becomes its number, so that no two names meet.
  const plain = collection.name.replace(/[^A-Za-z0-9]/gu, (sign) => `_${sign.codePointAt(0)}`);
  const name = `c${copy}_${plain}`;
  const search = collection.search;
  const declared = [
    ...collection.indexes.flatMap((index) => index.map(([field]) => field)),
    ...(search === undefined ? [] : [search.order, ...search.filters]),
  ];
  return {
    collection,
    name,
    fields: [...new Set(declared)].filter((field) => field !== 'id'),
    indexes: collection.indexes.map((fields, number) => ({ name: `${name}_${number}`, fields })),
    textIndexes: search && [`${name}_name`, `${name}_rest`],
  };
}

export function createTable(table: Table): string[] {
  const { name, fields, collection } = table;
  const order = collection.search?.order;
  const columns = fields.map((field) => column(field) + (field === order ? ' INTEGER' : ''));
  return [
    `CREATE TABLE ${name} (${[
      'id TEXT PRIMARY KEY',
      'position INTEGER NOT NULL',
      'gone INTEGER NOT NULL',
      'marks TEXT',
      'doc TEXT',
      ...columns,
    ].join(', ')})`,
    ...table.indexes.map((index) => {
      const parts = index.fields.map(
        ([field, direction]) => column(field) + (direction === 1 ? '' : ' DESC'),
      );
      return `CREATE INDEX ${index.name} ON ${name} (${[...parts, 'id'].join(', ')}) WHERE gone = 0`;
    }),
    ...createTextIndexes(table),
  ];
}

export function dropTable(table: Table): string[] {
  return [...(table.textIndexes ?? []), table.name].map((name) => `DROP TABLE IF EXISTS ${name}`);
}

/**
 * The text indexes hold trigrams only, not the text. Triggers keep them in step with the table, so that they follow
 * exactly the writes that pass its guard, and stay untouched when neither text nor order nor marks change.
 */
function createTextIndexes(table: Table): string[] {
  const search = table.collection.search;
  if (search === undefined || table.textIndexes === undefined) return [];
  const order = column(search.order);
  const unique = `CREATE UNIQUE INDEX ${table.name}_order ON ${table.name} (${order}) WHERE ${order} IS NOT NULL`;
  const made = [search.name, search.rest].flatMap((field, number) => {
    const fts = table.textIndexes?.[number] ?? '';
    const trigger = (on: string) => `CREATE TRIGGER ${fts}_${on} AFTER ${on} ON ${table.name}`;
    const text = (row: 'old' | 'new') => `${row}.doc ->> ${quoteText(`$."${field}"`)}`;
    const insert = `INSERT INTO ${fts} (rowid, text, marks) SELECT new.${order}, ${text('new')}, new.marks WHERE new.${order} IS NOT NULL`;
    const remove = `DELETE FROM ${fts} WHERE rowid = old.${order}`;
    const changed = [
      `old.${order} IS NOT new.${order}`,
      `old.marks IS NOT new.marks`,
      `${text('old')} IS NOT ${text('new')}`,
    ];
    return [
      `CREATE VIRTUAL TABLE ${fts} USING fts5(text, marks, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1)`,
      `${trigger('INSERT')} BEGIN ${insert}; END`,
      `${trigger('UPDATE')} WHEN ${changed.join(' OR ')} BEGIN ${remove}; ${insert}; END`,
    ];
  });
  return [unique, ...made];
}

/** What a declared field is stored and asked as. @throws for a value that no filter could ever name */
export function toSqlValue(value: unknown): SqlValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || value === undefined) return null;
  throw new Error(`A declared field holds text, a number, true, false or null, not ${JSON.stringify(value)}`);
}

/** A top-level field of a document, null if it has none of that name. */
export function fieldOf(document: Document, field: string): FieldValue {
  const value: unknown = Object.hasOwn(document, field) ? Reflect.get(document, field) : null;
  if (typeof value === 'boolean') return value;
  const stored = toSqlValue(value);
  return typeof stored === 'bigint' ? Number(stored) : stored;
}
