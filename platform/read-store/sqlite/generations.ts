import { createHash } from 'node:crypto';

import type { Checkpoint, ReadModelDeclaration } from '../port.ts';
import type { Sqlite } from './sqlite.ts';
import { createIndexes, createTable, tableOf, type Table } from './table.ts';
import { buildTextIndex, createTextIndex } from './text-index.ts';

/** Raise it whenever an older release cannot read this release's tables, or the other way round. */
export const layout = 3;

export const createRegistry = [
  `CREATE TABLE copies (
     id INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL, version INTEGER NOT NULL, live INTEGER NOT NULL,
     collections TEXT NOT NULL, log_id TEXT, position INTEGER, unfinished INTEGER NOT NULL DEFAULT 0,
     fingerprint TEXT)`,
  'CREATE UNIQUE INDEX live_copies ON copies (model, version) WHERE live = 1',
  `CREATE TABLE changes (
     seq INTEGER PRIMARY KEY, model TEXT NOT NULL, version INTEGER NOT NULL,
     position INTEGER NOT NULL, ids TEXT NOT NULL, everything INTEGER NOT NULL, shown TEXT NOT NULL)`,
];

/** A declared read model with the number of its version in this file. Later versions have higher numbers. */
export interface NumberedModel extends ReadModelDeclaration {
  readonly number: number;
}

/** One stored generation of a read model. */
export interface Generation {
  readonly id: number;
  readonly model: string;
  readonly number: number;
  table(collection: string): Table;
}

export interface GenerationState {
  readonly checkpoint: Checkpoint | undefined;
  /** Whether documents were written since the checkpoint. */
  readonly unfinished: boolean;
}

function generationOf(id: number, { name: model, number, collections }: NumberedModel): Generation {
  const tables = new Map(collections.map((collection) => [collection.name, tableOf(id, collection)]));
  return {
    id,
    model,
    number,
    table(collection) {
      const table = tables.get(collection);
      if (table === undefined) throw new Error(`Read model ${model} declares no collection ${collection}`);
      return table;
    },
  };
}

/** A digest, since a long text would be written again with every checkpoint. */
const digestOf = ({ collections }: NumberedModel): string =>
  createHash('sha256').update(JSON.stringify(collections)).digest('base64');

/** The number of the model's version; undefined while the file has no generation of it. */
export function numberOf(sqlite: Sqlite, { name, version }: ReadModelDeclaration): number | undefined {
  const [row] = sqlite.rows('SELECT version FROM copies WHERE model = ? AND fingerprint = ? LIMIT 1', [
    name,
    version,
  ]);
  return row && Number(row[0]);
}

/** The number of a version that comes after all others of the model. */
export function nextNumber(sqlite: Sqlite, { name }: ReadModelDeclaration): number {
  const [row] = sqlite.rows('SELECT max(version) FROM copies WHERE model = ?', [name]);
  return Number(row?.[0] ?? 0) + 1;
}

/** The live generation of exactly these collections, if there is one. */
export function findLiveGeneration(sqlite: Sqlite, model: NumberedModel): Generation | undefined {
  const [row] = sqlite.rows(
    'SELECT id FROM copies WHERE model = ? AND version = ? AND live = 1 AND collections = ?',
    [model.name, model.number, digestOf(model)],
  );
  return row && generationOf(Number(row[0]), model);
}

/**
 * Creates an empty generation, without its indexes until `finishGeneration`. Only a live generation can be searched at
 * once. Must run inside a transaction.
 */
export function createGeneration(sqlite: Sqlite, model: NumberedModel, live: boolean): Generation {
  const [row] = sqlite.rows(
    'INSERT INTO copies (model, version, live, collections, fingerprint) VALUES (?, ?, ?, ?, ?) RETURNING id',
    [model.name, model.number, live ? 1 : 0, digestOf(model), model.version],
  );
  const generation = generationOf(Number(row?.[0]), model);
  for (const { name } of model.collections) {
    const table = generation.table(name);
    for (const statement of createTable(table)) sqlite.run(statement);
    if (live) createTextIndex(sqlite, table);
  }
  return generation;
}

/** Creates the missing indexes of a generation: all, or one that a query needs. Each has a transaction of its own. */
export function finishGeneration(
  sqlite: Sqlite,
  { collections }: ReadModelDeclaration,
  generation: Generation,
  index?: string,
): void {
  for (const { name } of collections) {
    const table = generation.table(name);
    for (const statement of createIndexes(table, index)) sqlite.run(statement);
    if (index === undefined) buildTextIndex(sqlite, table);
  }
}

/** Drops the model's generations that meet `which`, a condition on the registry. Must run inside a transaction. */
export function dropGenerations(
  sqlite: Sqlite,
  model: string,
  which: string,
  values: readonly number[],
): void {
  const found = sqlite.rows(`SELECT id FROM copies WHERE model = ? AND ${which}`, [model, ...values]);
  for (const [id] of found) {
    // Finds the tables by name, since another release may have created others. A virtual table drops its own tables.
    const tables = sqlite.rows(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?
       ORDER BY sql LIKE 'CREATE VIRTUAL TABLE%' DESC`,
      [`c${id}_*`],
    );
    for (const [name] of tables) sqlite.run(`DROP TABLE IF EXISTS ${name}`);
    sqlite.run('DELETE FROM copies WHERE id = ?', [Number(id)]);
  }
}

/** Undefined once the generation has been dropped. */
export function stateOf(sqlite: Sqlite, generation: Generation): GenerationState | undefined {
  const [row] = sqlite.rows('SELECT log_id, CAST(position AS TEXT), unfinished FROM copies WHERE id = ?', [
    generation.id,
  ]);
  if (row === undefined) return undefined;
  const [logId, position, unfinished] = row;
  return {
    checkpoint: typeof logId === 'string' ? { logId, position: BigInt(position ?? 0) } : undefined,
    unfinished: unfinished === 1,
  };
}
