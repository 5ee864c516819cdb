import { setImmediate as nextTurn } from 'node:timers/promises';

import {
  createReader,
  pageSize,
  readContent,
  readHashes,
  readLinks,
  type Reader,
  type Row,
} from './reader.ts';
import { openLogFile } from './file.ts';
import {
  type AppendResponse,
  type AppendStats,
  type StartWriter,
  createAppender,
  startWriter,
} from './appender.ts';
import {
  openThreadChannel,
  type ThreadChannel,
  type Notifier,
  createNotifier,
  isAborted,
} from '../../concurrency/waiting.ts';
import {
  type Appended,
  type EventLog,
  type ExpectedRevision,
  LogUnavailable,
  type NewEvent,
  WrongExpectedRevision,
  caughtUp,
} from '../port.ts';

export interface EmbeddedLogOptions {
  /** Path of the file that holds the log. The file and its folder are created if they are missing. */
  readonly path: string;
  /** How often a waiting subscription checks for appends by other processes, in milliseconds. Default 25. */
  readonly pollMs?: number;
  /** Prepended to every stream name; events of other streams are not shown. Default: none. */
  readonly streamPrefix?: string;
  /** Maximum size of the file in pages of 4096 bytes, which lets tests simulate a full disk. Default: no limit. */
  readonly maxPages?: number;
  /** The id for a newly created log; null: create no log. Default: a random id. */
  readonly newId?: string | null | undefined;
  /** For a log that is mainly read: the writer thread starts only with the first append. */
  readonly mostlyReads?: boolean | undefined;
  /** Starts the writer thread. Tests set it to get hold of the thread. */
  readonly startWriter?: StartWriter;
}

export interface EmbeddedLog extends EventLog {
  /** Counted since the log was opened. */
  stats(): AppendStats;
}

/**
 * Opens the log in a SQLite file. Appends go through a writer thread, which writes those that arrive together in one
 * transaction. Reads run in the caller's thread. Several processes may open the same file.
 * @throws LogUnavailable when the file cannot be opened, is damaged, or is not an event log
 * @throws LogMissing when there is no log and `newId` is null
 */
export async function openEmbeddedLog(options: EmbeddedLogOptions): Promise<EmbeddedLog> {
  const { path, pollMs = 25, streamPrefix = '', maxPages = 0 } = options;
  const file = openLogFile(path, options.newId);
  const reader = createReader(file, streamPrefix);
  const appends = createNotifier({ every: () => pollMs });
  const appender = createAppender({
    settings: { path, maxPages },
    start: options.startWriter ?? startWriter,
    atOnce: options.mostlyReads !== true,
    committed: appends.notify,
  });
  /** Opened by the first caller that waits for appends. It reports those of other threads of this process. */
  let channel: ThreadChannel | undefined;

  return {
    id: file.logId,
    async append(stream, expected, events) {
      if (events.length === 0) throw new RangeError('An append needs at least one event');
      const response = await appender.send({
        stream: streamPrefix + stream,
        expected: expected === 'none' ? -1 : Number(expected),
        fields: events.flatMap(fieldsOf),
      });
      return toAppended(stream, response);
    },
    readStream: (stream, options) => readStream(reader, stream, options),
    readAll: (options) => readAll(reader, options),
    async eventAt(position) {
      const [row] = reader.all(Number(position) - 1, Number(position), 1);
      return row && reader.toEvent(row);
    },
    subscribe(options) {
      channel ??= openThreadChannel(path, appends.notify);
      return subscribe(reader, appends, options);
    },
    head: async () => BigInt(reader.head()),
    links: (after) => readLinks(reader, after),
    hashes: (after) => readHashes(reader, after),
    contentOf: ({ position }) => readContent(reader, position),
    stats: () => appender.stats(),
    async [Symbol.asyncDispose]() {
      await appender[Symbol.asyncDispose]();
      channel?.[Symbol.dispose]();
      appends[Symbol.dispose]();
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

function toAppended(stream: string, response: AppendResponse): Appended {
  switch (response.kind) {
    case 'appended':
      return { revision: BigInt(response.revision), position: BigInt(response.position) };
    case 'wrong-revision':
      throw new WrongExpectedRevision(stream, toExpected(response.actual));
    case 'refused':
      throw new Error(`The append to ${stream} was refused: ${response.reason}`);
    case 'unavailable':
      throw new LogUnavailable(`The event log cannot be written: ${response.reason}`);
  }
}

const toExpected = (revision: number): ExpectedRevision => (revision < 0 ? 'none' : BigInt(revision));

function readStream(reader: Reader, stream: string, options: Parameters<EventLog['readStream']>[1] = {}) {
  const { backwards = false, limit = Infinity } = options;
  let from = Number(options.from ?? (backwards ? Number.MAX_SAFE_INTEGER : 0));
  return pages(reader, limit, (size) => {
    const rows = reader.stream(stream, from, backwards, size);
    const last = rows.at(-1);
    if (last) from = last[2] + (backwards ? -1 : 1);
    return rows;
  });
}

function readAll(reader: Reader, options: Parameters<EventLog['readAll']>[0] = {}) {
  let after = Number(options.after ?? 0n);
  let upTo: number | undefined;
  return pages(reader, options.limit ?? Infinity, (size) => {
    upTo ??= reader.end();
    const rows = reader.all(after, upTo, size);
    after = rows.at(-1)?.[0] ?? after;
    return rows;
  });
}

/** Yields pages until one is not full, or `limit` events. One generator: each nested one costs a turn per event. */
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
  appends: Notifier,
  { after, signal }: Parameters<EventLog['subscribe']>[0],
) {
  let cursor = Number(after);
  let behind = true;
  while (!signal.aborted) {
    const end = reader.end();
    const rows = reader.all(cursor, end, pageSize);
    for (const row of rows) {
      yield reader.toEvent(row);
      if (isAborted(signal)) return;
    }
    if (rows.length > 0) behind = true;
    // A page that is not full is the last one up to `end`; any events between have streams of other prefixes.
    cursor = rows.length < pageSize ? Math.max(cursor, end) : (rows.at(-1)?.[0] ?? cursor);
    if (rows.length === pageSize || reader.end() > cursor) await nextTurn();
    else if (behind) {
      behind = false;
      yield caughtUp;
    } else await appends.until(() => reader.end() > cursor, signal);
  }
}
