import type { ReadModelWriter, Write } from '../port.ts';
import { indexIds, type Generation } from './generations.ts';
import { createReader, createStoredReader, type WithGeneration } from './reader.ts';
import { missingIndex, missingTextIndex, replacedOr, type Sqlite } from './sqlite.ts';
import type { Table } from './table.ts';
import { writeDocuments } from './write-documents.ts';

/** A table whose ids have no index yet was to be read. */
class IdsNotIndexed extends Error {
  override readonly name = 'IdsNotIndexed';
  readonly table: Table;

  constructor(table: Table) {
    super(`The ids of ${table.name} have no index`);
    this.table = table;
  }
}

interface BulkWriterDeps {
  readonly sqlite: Sqlite;
  readonly generation: Generation;
  /** Creates the indexes that the generation lacks, or the one of that name. */
  readonly finish: (index?: string) => void;
}

/** Writes a generation that nobody else writes or reads, and creates an index only when a query needs it. */
export function createBulkWriter({ sqlite, generation, finish }: BulkWriterDeps): ReadModelWriter {
  const withGeneration: WithGeneration = (work) => {
    for (let tried: unknown; ;) {
      try {
        return work(indexedOnly(generation));
      } catch (error) {
        const index = missingIndex(error) ?? missingTextIndex(error);
        const isLacking = error instanceof IdsNotIndexed || index !== undefined;
        if (!isLacking || String(error) === tried) throw replacedOr(error, generation);
        tried = String(error);
        if (error instanceof IdsNotIndexed) indexIds(sqlite, generation, error.table);
        else finish(index);
      }
    }
  };

  const put = (write: Write, ...state: Parameters<Sqlite['run']>): void => {
    try {
      sqlite.transaction(() => {
        writeDocuments(sqlite, generation, false, write);
        sqlite.run(...state);
      });
    } catch (error) {
      throw replacedOr(error, generation);
    }
  };

  return {
    ...createReader(sqlite, withGeneration),
    stored: createStoredReader(sqlite, withGeneration),

    async write(write) {
      if (write.puts.length + write.deletes.length === 0) return;
      put(write, 'UPDATE copies SET unfinished = 1 WHERE id = ?', [generation.id]);
    },

    // A bulk load that has lost its lease must not set the checkpoint back.
    commit: async (write, { logId, position }) =>
      put(
        write,
        `UPDATE copies SET log_id = ?, position = ?, unfinished = 0
         WHERE id = ? AND (log_id IS NOT ? OR position <= ?)`,
        [logId, position, generation.id, logId, position],
      ),

    finish: async () => finish(),
  };
}

/** The generation without the tables that must not be read before their ids have an index. */
const indexedOnly = (generation: Generation): Generation => ({
  ...generation,
  table(collection) {
    const table = generation.table(collection);
    if (generation.appended.has(table)) throw new IdsNotIndexed(table);
    return table;
  },
});
