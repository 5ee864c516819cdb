import type { EventMetadata } from '#contracts/shared/event-metadata';
import type { RecordedEvent } from '#contracts/shared/recorded-event';
import type { SqlValue } from '../../sqlite/types.ts';
import type { LogFile } from './file.ts';
import { LogUnavailable, ChainBroken } from '../port.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hashOf } from './hash-chain.mjs';
import type { ChainPoint, Link } from '../chain.ts';
import type { ChainedEvent } from '../chained-event.ts';

/** Each read is a single statement: no read transaction outlives a call, so none blocks a checkpoint of the WAL. */
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
  toEvent(row: Row): RecordedEvent;
  /** Events of any stream after a position, with their hashes. */
  hashed(after: number, limit: number): readonly HashedRow[];
  /** Position and stored hash of events of any stream with `after < position <= upTo`, at most `limit`. */
  hashes(after: number, upTo: number, limit: number): readonly (readonly [number, string | null])[];
  /** The hash stored with the event at a position; undefined where there is none. */
  hashAt(position: number): string | undefined;
}

/** Position, stream, revision, id, type, data and metadata. */
export type Row = readonly [number, string, number, string, string, string, string];

/** The same, and the stored hash. */
type HashedRow = readonly [...Row, string | null];

const columns = 'position, stream, revision, id, type, data, metadata';

/** Creates the reads of a log. All of them throw LogUnavailable when the file cannot be read. */
export function createReader({ sqlite }: LogFile, streamPrefix: string): Reader {
  // `?1` is the prefix. Without a prefix no stream is compared with it, since this is the log's hottest path.
  const ours = streamPrefix === '' ? "?1 = ''" : 'substr(stream, 1, length(?1)) = ?1';
  const selectEnd = 'SELECT max(position) FROM event';
  const selectHead = `SELECT position FROM event WHERE ${ours} ORDER BY position DESC LIMIT 1`;
  const selectAll = `SELECT ${columns} FROM event WHERE ${ours} AND position > ?2 AND position <= ?3 ORDER BY position LIMIT ?4`;
  const selectForwards = `SELECT ${columns} FROM event WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`;
  const selectBackwards = `SELECT ${columns} FROM event WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`;
  const selectHashed = `SELECT ${columns}, hash FROM event WHERE position > ? ORDER BY position LIMIT ?`;
  const selectHashes =
    'SELECT position, hash FROM event WHERE position > ? AND position <= ? ORDER BY position LIMIT ?';
  const selectHash = 'SELECT hash FROM event WHERE position = ?';

  function read<T>(query: () => T): T {
    if (!sqlite.isOpen) throw new LogUnavailable('The event log is closed');
    try {
      return query();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new LogUnavailable(`The event log cannot be read: ${message}`, { cause: error });
    }
  }

  const first = (sql: string, ...values: SqlValue[]) => sqlite.rows(sql, values)[0]?.[0] ?? undefined;
  const position = (sql: string, ...values: SqlValue[]) => read(() => Number(first(sql, ...values) ?? 0));
  // The cast is safe: `columns` defines what a row contains.
  const events = <R>(sql: string, ...values: SqlValue[]) =>
    read(() => sqlite.rows(sql, values) as readonly unknown[] as readonly R[]);
  return {
    end: () => position(selectEnd),
    head: () => position(selectHead, streamPrefix),
    all: (after, upTo, limit) => events<Row>(selectAll, streamPrefix, after, upTo, limit),
    stream: (stream, from, backwards, limit) =>
      events<Row>(backwards ? selectBackwards : selectForwards, streamPrefix + stream, from, limit),
    toEvent: (row) => read(() => toEvent(row, streamPrefix.length)),
    hashed: (after, limit) => events<HashedRow>(selectHashed, after, limit),
    hashes: (after, upTo, limit) =>
      events<readonly [number, string | null]>(selectHashes, after, upTo, limit),
    hashAt: (at) => read(() => first(selectHash, at)?.toString()),
    [Symbol.dispose]: () => sqlite.close(),
  };
}

function toEvent(row: Row, prefixLength: number): RecordedEvent {
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

/** Events read at once. Other work gets its turn after each page. */
export const pageSize = 500;

/**
 * The chain after a point. Each hash is computed from the event and the hash stored with the event before it. The file
 * numbers its events 1, 2, 3 and so on, and the position is also their number here. So a missing event does not shift
 * those that follow.
 */
export async function* readLinks(reader: Reader, after: ChainPoint): AsyncGenerator<Link> {
  let before = after.hash;
  const upTo = reader.end();
  for (let position = Number(after.position); position < upTo;) {
    const rows = reader.hashed(position, pageSize);
    for (const row of rows) {
      [position] = row;
      if (position > upTo) return;
      const link = toLink(row, before);
      yield link;
      before = link.stored ?? link.hash;
    }
    if (rows.length < pageSize) return;
    await nextTurn();
  }
}

function toLink(row: HashedRow, before: string): Link {
  const [position, stream, revision, id, type, data, metadata, stored] = row;
  const hash = hashOf(before, { stream, revision, id, type, data, metadata });
  const event = { stream, revision: BigInt(revision), id, type };
  return { events: position, position: BigInt(position), hash, ...event, stored };
}

/** The hashes that were stored with the events. @throws ChainBroken also where one is missing */
export async function* readHashes(reader: Reader, after: ChainPoint): AsyncGenerator<ChainPoint> {
  const end = reader.end();
  let at = Number(after.position);
  checkPoint(reader, after);
  while (at < end) {
    const rows = reader.hashes(at, end, pageSize);
    for (const [position, hash] of rows) {
      at += 1;
      if (position !== at || hash === null) throw changedAt(at);
      yield { events: at, position: BigInt(at), hash };
    }
    if (rows.length === 0) throw changedAt(at + 1);
    await nextTurn();
  }
}

/** @throws ChainBroken when another hash is stored at that point */
function checkPoint(reader: Reader, { position, hash }: ChainPoint): void {
  if (position > 0n && reader.hashAt(Number(position)) !== hash) throw changedAt(position);
}

const changedAt = (position: number | bigint): ChainBroken =>
  new ChainBroken(`The event log is not as it was: the event at position ${position} has another hash`);

/** The event at a position, as it is stored. @throws LogUnavailable when there is none */
export function readContent(reader: Reader, position: bigint): ChainedEvent {
  const [row] = reader.hashed(Number(position) - 1, 1);
  if (row?.[0] !== Number(position)) throw new LogUnavailable(`There is no event at position ${position}`);
  const [, stream, revision, id, type, data, metadata] = row;
  return { stream, revision, id, type, data, metadata };
}
