// The thread that writes the embedded log. SQLite blocks its thread for the whole commit, including fsync, so the
// service's own thread never writes. Plain JavaScript: Node loads this file unchanged, from the sources and from dist.
import { BroadcastChannel, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

import { isSqliteError, openSqlite, SqliteError } from '../../sqlite/connection.mjs';
import { fillSome, hashOf, noHash } from './hash-chain.mjs';

/** @import { AppendResponse, AppendRequest, FromWriter, ToWriter, WriterSettings } from './appender.ts' */

const fieldsPerEvent = 4;
/** Approximate number of appends in one transaction, so that a flood of appends is answered in steps. */
const groupSize = 1000;
/** How long to wait for another process that is writing, in milliseconds. */
const busyTimeout = 5000;

const selectById = 'SELECT stream, revision, position FROM event WHERE id = ?';
const insert =
  'INSERT INTO event (stream, revision, id, type, data, metadata, hash) VALUES (?, ?, ?, ?, ?, ?, ?)';

if (!parentPort) throw new Error('The writer of the event log runs as a worker thread');
const port = parentPort;
const settings = /** @type {WriterSettings} */ (workerData);

const sqlite = open();
/** Wakes the subscriptions of other threads before the appending thread reads its responses. */
const others = new BroadcastChannel(settings.path);
/** Hash of the last event, within the current transaction. */
let lastHash = '';

port.on('message', (/** @type {ToWriter} */ first) => {
  /** @type {AppendRequest[]} */
  let group = [];
  /** @type {ToWriter | undefined} */
  let message = first;
  while (message !== undefined && message !== 'close') {
    group = group.concat(message);
    message = group.length < groupSize ? nextMessage() : undefined;
  }
  if (group.length > 0) {
    const response = commit(group);
    if (response.committed) others.postMessage(null);
    port.postMessage(response);
  }
  if (message === 'close') close();
});

function open() {
  try {
    const opened = openSqlite(settings.path, { busyTimeout });
    opened.exec('PRAGMA synchronous = FULL');
    opened.exec('PRAGMA journal_size_limit = 67108864');
    if (settings.maxPages > 0) opened.exec(`PRAGMA max_page_count = ${settings.maxPages}`);
    return opened;
  } catch (error) {
    // Only a plain Error keeps its message when it is sent between threads.
    throw new Error(describe(error), { cause: error });
  }
}

/** Moves everything into the one file, so that a copy of it is complete. If this fails, the WAL keeps the rest. */
function close() {
  try {
    sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    sqlite.close();
    others.close();
    port.close();
  }
}

/** Appends that arrived during the last transaction go into the next one. */
function nextMessage() {
  return /** @type {{ message: ToWriter } | undefined} */ (receiveMessageOnPort(port))?.message;
}

/**
 * Commits a group in one transaction with one fsync. An append that is refused does not affect the others; if the
 * store cannot write, all of them fail.
 * @param {readonly AppendRequest[]} group
 * @returns {FromWriter}
 */
function commit(group) {
  try {
    const results = sqlite.transaction(() => {
      // Read in the transaction: another process may have appended since.
      lastHash = endOfChain();
      return group.map(append);
    });
    return {
      responses: results.map(({ response }) => response),
      committed: results.some(({ wrote }) => wrote),
    };
  } catch (error) {
    // If the rollback failed too, the thread ends, and the next append starts another.
    if (sqlite.inTransaction) throw error;
    const reason = describe(error);
    return { responses: group.map(() => ({ kind: 'unavailable', reason })), committed: false };
  }
}

/**
 * The hash of the last event. Processes of the first release, which may still be running, write events without one.
 * @returns {string}
 */
function endOfChain() {
  const [row] = sqlite.rows('SELECT hash FROM event ORDER BY position DESC LIMIT 1');
  if (row === undefined) return noHash;
  if (row[0] !== null) return String(row[0]);
  while (!fillSome(sqlite));
  return endOfChain();
}

/**
 * @param {AppendRequest} request
 * @returns {{ response: AppendResponse, wrote: boolean }}
 */
function append(request) {
  const actual = lastRevision(request.stream);
  if (actual !== request.expected) {
    return { response: earlierResponse(request) ?? { kind: 'wrong-revision', actual }, wrote: false };
  }
  // SQLite itself undoes a single insert that fails.
  const several = request.fields.length > fieldsPerEvent;
  if (several) sqlite.exec('SAVEPOINT append');
  try {
    const response = insertAll(request);
    if (several) sqlite.exec('RELEASE append');
    return { response, wrote: true };
  } catch (error) {
    if (!isSqliteError(error, 'SQLITE_CONSTRAINT')) throw error;
    if (several) sqlite.exec('ROLLBACK TO append; RELEASE append');
    return { response: { kind: 'refused', reason: describe(error) }, wrote: false };
  }
}

/** @param {string} stream */
function lastRevision(stream) {
  const [row] = sqlite.rows('SELECT revision FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1', [
    stream,
  ]);
  return row ? Number(row[0]) : -1;
}

/**
 * Returns the first response if exactly these events are already stored where this append would put them.
 * @param {AppendRequest} request
 * @returns {AppendResponse | undefined}
 */
function earlierResponse({ stream, expected, fields }) {
  let revision = expected;
  let position = 0;
  for (let at = 0; at < fields.length; at += fieldsPerEvent) {
    const [row] = sqlite.rows(selectById, [fields[at] ?? '']);
    if (!row || row[0] !== stream || row[1] !== ++revision) return undefined;
    position = Number(row[2]);
  }
  return { kind: 'appended', revision, position };
}

/**
 * @param {AppendRequest} request
 * @returns {AppendResponse}
 */
function insertAll({ stream, expected, fields }) {
  let revision = expected;
  let position = 0;
  let hash = lastHash;
  for (let at = 0; at < fields.length; at += fieldsPerEvent) {
    revision += 1;
    const [id = '', type = '', data = '', metadata = ''] = fields.slice(at, at + fieldsPerEvent);
    hash = hashOf(hash, { stream, revision, id, type, data, metadata });
    position = sqlite.run(insert, [stream, revision, id, type, data, metadata, hash]).lastInsertRowid;
  }
  // Set only now, so that an append that fails on the way leaves no trace.
  lastHash = hash;
  return { kind: 'appended', revision, position };
}

/** @param {unknown} error */
function describe(error) {
  return error instanceof SqliteError ? `${error.message} (${error.code})` : String(error);
}
