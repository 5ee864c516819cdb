import { stateOf, type Generation } from './generations.ts';
import { inOrderOf } from '../filter.ts';
import type { Document, FindOptions, ReadModelReader, ReadModelWriter, Stored, Tally } from '../port.ts';
import { findStatements, planAggregate, planTally } from './query.ts';
import { countSlice, searchSlice } from './search.ts';
import { GenerationGone, type Row, type Sqlite } from './sqlite.ts';
import { createTermPicker } from './trigrams.ts';
import { column } from './table.ts';

const scanPage = 500;
const noLimit = -1;

/** Runs work on the generation that is to be read. */
export type WithGeneration = <T>(work: (generation: Generation) => T) => T;

// Each row holds a document of that collection; the caller names its type.
const parse = <D extends Document>(sqlite: Sqlite, text: unknown): D => sqlite.json(text) as D;

export function createReader(sqlite: Sqlite, withGeneration: WithGeneration): ReadModelReader {
  const pick = createTermPicker(sqlite);
  return {
    checkpoint: async () =>
      withGeneration((generation) => {
        const state = stateOf(sqlite, generation);
        if (state === undefined) throw new GenerationGone();
        return state.checkpoint;
      }),

    get: async <D extends Document>(collection: string, id: string) =>
      withGeneration((generation) => {
        const sql = `SELECT doc FROM ${generation.table(collection).name} WHERE id = ? AND gone = 0`;
        const [row] = sqlite.rows(sql, [id]);
        return row && parse<D>(sqlite, row[0]);
      }),

    getMany: async <D extends Document>(collection: string, ids: readonly string[]) =>
      withGeneration((generation) => {
        const sql = `SELECT doc FROM ${generation.table(collection).name}
                     WHERE id IN (SELECT value FROM json_each(?)) AND gone = 0`;
        return sqlite.rows(sql, [JSON.stringify(ids)]).map(([doc]) => parse<D>(sqlite, doc));
      }),

    find: async <D extends Document>(collection: string, options: FindOptions) =>
      withGeneration((generation) => find<D>(sqlite, generation, collection, options)),

    count: async (collection, filter, most = noLimit) =>
      withGeneration((generation) => {
        const { text, values } = planAggregate(generation.table(collection), filter);
        const [row] = sqlite.rows(`SELECT count(*) FROM (SELECT 1 ${text} LIMIT ?)`, [...values, most]);
        return Number(row?.[0]);
      }),

    sum: async (collection, field, filter) =>
      withGeneration((generation) => {
        const table = generation.table(collection);
        const { text, values } = planAggregate(table, filter, [field]);
        const [row] = sqlite.rows(`SELECT total(${column(field)}) ${text}`, values);
        return Number(row?.[0]);
      }),

    tally: async (collection, options) =>
      withGeneration((generation) => {
        const { text, values } = planTally(generation.table(collection), options);
        const rows = sqlite.rows(text, values);
        return new Map(rows.map(([value, ...tally]) => [String(value), toTally(tally)]));
      }),

    search: async (collection, options) =>
      withGeneration((generation) =>
        searchSlice({ sqlite, pick, table: generation.table(collection) }, options),
      ),

    countSearch: async (collection, options) =>
      withGeneration((generation) =>
        countSlice({ sqlite, pick, table: generation.table(collection) }, options),
      ),

    async *scan(collection) {
      for (let after = ''; ;) {
        const page = withGeneration((generation) =>
          sqlite.rows(
            `SELECT id, CAST(position AS TEXT), doc FROM ${generation.table(collection).name}
             WHERE gone = 0 AND id > ? ORDER BY id LIMIT ?`,
            [after, scanPage],
          ),
        );
        for (const [, position, doc] of page)
          yield { position: BigInt(position ?? 0), document: parse(sqlite, doc) };
        if (page.length < scanPage) return;
        after = String(page.at(-1)?.[0]);
      }
    },
  };
}

/** Reads what is stored under ids, also tombstones. */
export const createStoredReader =
  (sqlite: Sqlite, withGeneration: WithGeneration): ReadModelWriter['stored'] =>
  async <D extends Document>(collection: string, ids: readonly string[]) =>
    withGeneration((generation) => {
      const sql = `SELECT id, CAST(position AS TEXT), CASE gone WHEN 0 THEN doc END
                   FROM ${generation.table(collection).name} WHERE id IN (SELECT value FROM json_each(?))`;
      return new Map(
        sqlite.rows(sql, [JSON.stringify(ids)]).map(([id, position, doc]): [string, Stored<D>] => {
          const document = doc === null ? undefined : parse<D>(sqlite, doc);
          return [String(id), { position: BigInt(position ?? 0), document }];
        }),
      );
    });

const toTally = ([count, sum, , first]: Row): Tally => ({
  count: Number(count),
  sum: Number(sum),
  first: typeof first === 'string' ? first : null,
});

function find<D extends Document>(
  sqlite: Sqlite,
  generation: Generation,
  collection: string,
  options: FindOptions,
): D[] {
  const { order, keys, walks } = findStatements(generation.table(collection), options);
  const toDocument = (row: Row): D =>
    // The caller names the type, even if a document has only its keys.
    keys === undefined ? parse<D>(sqlite, row[0]) : (keyed(keys, row) as Document as D);
  const found = walks.map((walk) => {
    const documents: D[] = [];
    for (const { text, values } of walk) {
      if (documents.length >= options.limit) break;
      const rows = sqlite.rows(text, [...values, options.limit - documents.length]);
      for (const row of rows) documents.push(toDocument(row));
    }
    return documents;
  });
  if (found.length === 1) return found[0] ?? [];
  return found.flat().sort(inOrderOf(order)).slice(0, options.limit);
}

const keyed = (keys: readonly string[], row: Row): Document => ({
  id: String(row[0]),
  ...Object.fromEntries(keys.map((key, at) => [key, row[at]])),
});
