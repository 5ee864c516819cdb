import type Database from 'libsql';

import type { EventMetadata, RawRecordedEvent } from '#contracts/events/index';

import type { LogFile } from './embedded-file.ts';
import { LogUnavailable } from './port.ts';

/** Reads of one statement each: no read transaction outlives a call, so none keeps the WAL from being checkpointed. */
export interface Reader extends Disposable {
  /** Position of the last event of any stream, whatever its prefix; 0 for none. */
  end(): number;
  /** Position of the last event that this log shows. */
  head(): number;
  /** Events with `after < position <= upTo`, at most `limit`. */
  all(after: number, upTo: number, limit: number): readonly Row[];
  /** Events of a stream from a revision on (inclusive), or down from it. */
  stream(stream: string, from: number, backwards: boolean, limit: number): readonly Row[];
  /** @throws LogUnavailable when its content is damaged */
  toEvent(row: Row): RawRecordedEvent;
}

/** Position, stream, revision, id, type, data and metadata. Arrays: libsql makes them faster than objects. */
export type Row = readonly [number, string, number, string, string, string, string];

const columns = 'position, stream, revision, id, type, data, metadata';

/** Prepares the reads of a log; every one of them throws LogUnavailable when the file cannot be read. */
export function createReader({ database }: LogFile, streamPrefix: string): Reader {
  const statement = (sql: string) => database.prepare(sql).raw(true);
  // `?1` is the prefix. Without one the condition is left out: this is the log's hottest path.
  const ours = streamPrefix === '' ? "?1 = ''" : 'substr(stream, 1, length(?1)) = ?1';
  const selectEnd = statement('SELECT max(position) FROM event');
  const selectHead = statement(`SELECT position FROM event WHERE ${ours} ORDER BY position DESC LIMIT 1`);
  const selectAll = statement(
    `SELECT ${columns} FROM event WHERE ${ours} AND position > ?2 AND position <= ?3 ORDER BY position LIMIT ?4`,
  );
  const selectForwards = statement(
    `SELECT ${columns} FROM event WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
  );
  const selectBackwards = statement(
    `SELECT ${columns} FROM event WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`,
  );
  let closed = false;

  function read<T>(query: () => T): T {
    if (closed) throw new LogUnavailable('The event log is closed');
    try {
      return query();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new LogUnavailable(`The event log cannot be read: ${message}`, { cause: error });
    }
  }

  // Not `get`: libsql leaves its statement open, and was seen to find nothing where there was a row.
  const first = (statement: Database.Statement, ...values: string[]): unknown => statement.all(...values)[0];
  // The casts below: libsql types rows as unknown, the columns above say what they are.
  const position = (row: unknown) => (row as [number | null] | undefined)?.[0] ?? 0;
  return {
    end: () => read(() => position(first(selectEnd))),
    head: () => read(() => position(first(selectHead, streamPrefix))),
    all: (after, upTo, limit) => read(() => selectAll.all(streamPrefix, after, upTo, limit) as Row[]),
    stream: (stream, from, backwards, limit) =>
      read(
        () => (backwards ? selectBackwards : selectForwards).all(streamPrefix + stream, from, limit) as Row[],
      ),
    toEvent: (row) => read(() => toEvent(row, streamPrefix.length)),
    [Symbol.dispose]() {
      closed = true;
      database.close();
    },
  };
}

function toEvent(row: Row, prefixLength: number): RawRecordedEvent {
  const [position, stream, revision, id, type, data, metadata] = row;
  return {
    id,
    stream: prefixLength === 0 ? stream : stream.slice(prefixLength),
    revision: BigInt(revision),
    position: BigInt(position),
    type,
    data: JSON.parse(data),
    // Written by this log from an EventMetadata.
    metadata: JSON.parse(metadata) as EventMetadata,
  };
}
