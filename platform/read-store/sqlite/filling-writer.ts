import type { ReadModelWriter, Write } from '../port.ts';
import { indexIds, type Copy } from './copies.ts';
import type { FillingThread, Statement } from './filling-thread.ts';
import { createReader, createStoredReader, type WithCopy } from './reader.ts';
import { missingIndex, missingTextIndex, replacedOr, type Sqlite, type Writing } from './sqlite.ts';
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

interface FillingWriterDeps {
  readonly sqlite: Sqlite;
  readonly copy: Copy;
  readonly thread: FillingThread;
  /** Creates the indexes that the copy lacks, or the one of that name. */
  readonly finish: (index?: string) => void;
}

export interface FillingWriter extends ReadModelWriter {
  /** Waits until everything is written. @throws what the last write failed with */
  settled(): Promise<void>;
}

/**
 * Writes a copy that nobody else writes or reads. `write` and `commit` hand a transaction to the thread and return at
 * once; every other call, and the next write, first waits for it, and throws if it failed. So at most one transaction of
 * each copy is under way, and the caller makes the next documents meanwhile.
 */
export function createFillingWriter({ sqlite, copy, thread, finish }: FillingWriterDeps): FillingWriter {
  let underWay: Promise<void> = Promise.resolve();

  const settled = async (): Promise<void> => {
    try {
      await underWay;
    } catch (error) {
      const failure = sqlite.failure(error);
      throw replacedOr(failure, copy);
    }
  };

  const withCopy: WithCopy = async (work) => {
    await settled();
    for (let tried: unknown; ;) {
      try {
        return work(indexedOnly(copy));
      } catch (error) {
        const index = missingIndex(error) ?? missingTextIndex(error);
        const isLacking = error instanceof IdsNotIndexed || index !== undefined;
        if (!isLacking || String(error) === tried) throw replacedOr(error, copy);
        tried = String(error);
        // SQLite lets one connection write at a time, and the thread may be writing other copies.
        await thread.idle();
        if (error instanceof IdsNotIndexed) indexIds(sqlite, copy, error.table);
        else finish(index);
      }
    }
  };

  const handOver = async (write: Write, ...state: Parameters<Sqlite['run']>): Promise<void> => {
    await settled();
    const transaction = recordOf(sqlite, (recorded) => {
      // First, because it makes the thread's connection notice an index that was created here: an upsert would not.
      recorded.run(...state);
      writeDocuments(recorded, copy, false, write);
    });
    underWay = thread.run(transaction);
    // Thrown by the next call.
    underWay.catch(() => undefined);
  };

  return {
    ...createReader(sqlite, withCopy),
    stored: createStoredReader(sqlite, withCopy),
    settled,

    async write(write) {
      if (write.puts.length + write.deletes.length === 0) return;
      await handOver(write, 'UPDATE copies SET unfinished = 1 WHERE id = ?', [copy.id]);
    },

    // A filling that has lost its lease must not set the checkpoint back.
    commit: (write, { logId, position }) =>
      handOver(
        write,
        `UPDATE copies SET log_id = ?, position = ?, unfinished = 0
         WHERE id = ? AND (log_id IS NOT ? OR position <= ?)`,
        [logId, position, copy.id, logId, position],
      ),

    async finish() {
      await settled();
      await thread.idle();
      finish();
    },
  };
}

/** The copy without the tables that must not be read before their ids have an index. */
const indexedOnly = (copy: Copy): Copy => ({
  ...copy,
  table(collection) {
    const table = copy.table(collection);
    if (copy.appended.has(table)) throw new IdsNotIndexed(table);
    return table;
  },
});

/** The statements that `write` would run. It reads the file as it is before all of them. */
function recordOf(sqlite: Sqlite, write: (recorded: Writing) => void): Statement[] {
  const statements: Statement[] = [];
  write({
    rows: (sql, values) => sqlite.rows(sql, values),
    run(sql, values = []) {
      const last = statements.at(-1);
      if (last?.sql === sql) last.rows.push(values);
      else statements.push({ sql, rows: [values] });
    },
  });
  return statements;
}
