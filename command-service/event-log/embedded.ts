import { setImmediate as nextTurn } from 'node:timers/promises';

import { type AppendStats, type StartWriter, createAppender, startWriter } from './embedded-appender.ts';
import { openLogFile } from './embedded-file.ts';
import type { AppendAnswer } from './embedded-messages.ts';
import { type Reader, type Row, createReader } from './embedded-reader.ts';
import { type Growth, createGrowth } from './growth.ts';
import {
  type Appended,
  type EventLog,
  type ExpectedRevision,
  LogUnavailable,
  type NewEvent,
  WrongExpectedRevision,
  caughtUp,
} from './port.ts';

/** Events read at once. Other work gets its turn after each page. */
const pageSize = 500;

export interface EmbeddedLogOptions {
  /** Of the one file that holds the log; made if it is not there, as is its folder. */
  readonly path: string;
  /** How often a waiting subscription looks for another process's appends, in milliseconds. Default 25. */
  readonly pollMs?: number;
  /** Stored before every stream name; events of other streams are not shown. Default none. */
  readonly streamPrefix?: string;
  /** Pages of 4096 bytes that the file may reach: a full disk in small, for tests. Default no limit. */
  readonly maxPages?: number;
  /** Starts the writer thread; a test that ends one must get hold of it. */
  readonly startWriter?: StartWriter;
}

export interface EmbeddedLog extends EventLog {
  /** Counted since the log was opened. */
  stats(): AppendStats;
}

/**
 * Opens the log in one SQLite file. Appends go through a writer thread, those that arrive together in one
 * transaction; reads run in the caller's thread. Several processes may open the same file.
 * @throws LogUnavailable when the file cannot be opened, is damaged, or is not an event log
 */
export async function openEmbeddedLog(options: EmbeddedLogOptions): Promise<EmbeddedLog> {
  const { path, pollMs = 25, streamPrefix = '', maxPages = 0 } = options;
  const file = openLogFile(path);
  const reader = createReader(file, streamPrefix);
  const growth = createGrowth(() => reader.end(), pollMs);
  const appender = createAppender({
    settings: { path, maxPages },
    start: options.startWriter ?? startWriter,
    committed: () => growth.grew(),
  });

  return {
    id: file.logId,
    async append(stream, expected, events) {
      if (events.length === 0) throw new RangeError('An append needs at least one event');
      const answer = await appender.send({
        stream: streamPrefix + stream,
        expected: expected === 'none' ? -1 : Number(expected),
        fields: events.flatMap(fieldsOf),
      });
      return toAppended(stream, answer);
    },
    readStream: (stream, options) => readStream(reader, stream, options),
    readAll: (options) => readAll(reader, options),
    subscribe: (options) => subscribe(reader, growth, options),
    head: async () => BigInt(reader.head()),
    stats: () => appender.stats(),
    async [Symbol.asyncDispose]() {
      await appender[Symbol.asyncDispose]();
      growth[Symbol.dispose]();
      reader[Symbol.dispose]();
    },
  };
}

const fieldsOf = ({ id, event, metadata }: NewEvent) => [
  id,
  event.type,
  JSON.stringify(event.data),
  JSON.stringify(metadata),
];

function toAppended(stream: string, answer: AppendAnswer): Appended {
  switch (answer.kind) {
    case 'appended':
      return { revision: BigInt(answer.revision), position: BigInt(answer.position) };
    case 'wrong-revision':
      throw new WrongExpectedRevision(stream, toExpected(answer.actual));
    case 'refused':
      throw new Error(`The append to ${stream} was refused: ${answer.reason}`);
    case 'unavailable':
      throw new LogUnavailable(`The event log cannot be written: ${answer.reason}`);
  }
}

const toExpected = (revision: number): ExpectedRevision => (revision < 0 ? 'none' : BigInt(revision));

async function* readStream(
  reader: Reader,
  stream: string,
  options: Parameters<EventLog['readStream']>[1] = {},
) {
  const { backwards = false, limit = Infinity } = options;
  let from = Number(options.from ?? (backwards ? Number.MAX_SAFE_INTEGER : 0));
  yield* pages(reader, limit, (size) => {
    const rows = reader.stream(stream, from, backwards, size);
    const last = rows.at(-1);
    if (last) from = last[2] + (backwards ? -1 : 1);
    return rows;
  });
}

async function* readAll(reader: Reader, options: Parameters<EventLog['readAll']>[0] = {}) {
  let after = Number(options.after ?? 0n);
  const upTo = reader.end();
  yield* pages(reader, options.limit ?? Infinity, (size) => {
    const rows = reader.all(after, upTo, size);
    after = rows.at(-1)?.[0] ?? after;
    return rows;
  });
}

/** Page after page until one is not full, or `limit` events are out. */
async function* pages(reader: Reader, limit: number, nextPage: (size: number) => readonly Row[]) {
  for (let left = limit; left > 0;) {
    const size = Math.min(left, pageSize);
    const rows = nextPage(size);
    for (const row of rows) yield reader.toEvent(row);
    if (rows.length < size) return;
    left -= rows.length;
    if (left > 0) await nextTurn();
  }
}

async function* subscribe(
  reader: Reader,
  growth: Growth,
  { after, signal }: Parameters<EventLog['subscribe']>[0],
) {
  let cursor = Number(after);
  let behind = true;
  while (!signal.aborted) {
    const end = reader.end();
    const rows = reader.all(cursor, end, pageSize);
    for (const row of rows) {
      yield reader.toEvent(row);
      if (signal.aborted) return;
    }
    if (rows.length > 0) behind = true;
    // A page that is not full was the last one up to `end`; streams of another prefix may lie in between.
    cursor = rows.length < pageSize ? Math.max(cursor, end) : (rows.at(-1)?.[0] ?? cursor);
    if (rows.length === pageSize || reader.end() > cursor) await nextTurn();
    else if (behind) {
      behind = false;
      yield caughtUp;
    } else await growth.beyond(cursor, signal);
  }
}
