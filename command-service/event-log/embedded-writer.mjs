// The thread that writes the embedded log. libsql holds its thread for the whole commit, fsync included, so the
// service's own thread never writes. Plain JavaScript: Node starts this file as it is, from the sources and from dist.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

import Database from 'libsql';

/** @import { AppendAnswer, AppendRequest, FromWriter, ToWriter, WriterSettings } from './embedded-messages.ts' */

const fieldsPerEvent = 4;
/** Appends in one transaction, about: a flood is answered in steps instead of all at its end. */
const groupSize = 1000;
/** How long to wait for another process that writes, in milliseconds. */
const busyTimeout = 5000;

if (!parentPort) throw new Error('embedded-writer runs as a worker thread');
const port = parentPort;
const settings = /** @type {WriterSettings} */ (workerData);

const { database, selectLast, selectById, insert } = open();

port.on('message', (/** @type {ToWriter} */ first) => {
  /** @type {AppendRequest[]} */
  let group = [];
  /** @type {ToWriter | undefined} */
  let message = first;
  while (message !== undefined && message !== 'close') {
    group = group.concat(message);
    message = group.length < groupSize ? nextMessage() : undefined;
  }
  if (group.length > 0) port.postMessage(commit(group));
  if (message === 'close') close();
});

function open() {
  try {
    const database = new Database(settings.path, { timeout: busyTimeout });
    database.exec('PRAGMA synchronous = FULL');
    database.exec('PRAGMA journal_size_limit = 67108864');
    if (settings.maxPages > 0) database.exec(`PRAGMA max_page_count = ${settings.maxPages}`);
    const selectLast = database.prepare(
      'SELECT revision FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1',
    );
    const selectById = database.prepare('SELECT stream, revision, position FROM event WHERE id = ?');
    const insert = database.prepare(
      'INSERT INTO event (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
    );
    return { database, selectLast: selectLast.raw(true), selectById: selectById.raw(true), insert };
  } catch (error) {
    // An error of libsql's own class would lose its message between the threads.
    throw new Error(describe(error), { cause: error });
  }
}

/** Leaves everything in the one file, where a copy of it finds it. If that fails, the WAL beside it has the rest. */
function close() {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
    port.close();
  }
}

/** What has arrived while the last transaction was written belongs to the next one. */
function nextMessage() {
  return /** @type {{ message: ToWriter } | undefined} */ (receiveMessageOnPort(port))?.message;
}

/**
 * One transaction, one fsync for all. An append that fails for a reason of its own leaves the others alone; a store
 * that cannot write fails them all.
 * @param {readonly AppendRequest[]} group
 * @returns {FromWriter}
 */
function commit(group) {
  try {
    database.exec('BEGIN IMMEDIATE');
    const results = group.map(append);
    database.exec('COMMIT');
    return { answers: results.map(({ answer }) => answer), committed: results.some(({ wrote }) => wrote) };
  } catch (error) {
    // SQLite ends the transaction itself on some of these errors. If the rollback fails too, the thread ends.
    if (database.inTransaction) database.exec('ROLLBACK');
    const reason = describe(error);
    return { answers: group.map(() => ({ kind: 'unavailable', reason })), committed: false };
  }
}

/**
 * @param {AppendRequest} request
 * @returns {{ answer: AppendAnswer, wrote: boolean }}
 */
function append(request) {
  const actual = lastRevision(request.stream);
  if (actual !== request.expected) {
    return { answer: earlierAnswer(request) ?? { kind: 'wrong-revision', actual }, wrote: false };
  }
  // A single insert undoes itself when it fails.
  const several = request.fields.length > fieldsPerEvent;
  if (several) database.exec('SAVEPOINT append');
  try {
    const answer = insertAll(request);
    if (several) database.exec('RELEASE append');
    return { answer, wrote: true };
  } catch (error) {
    if (!isConstraint(error)) throw error;
    if (several) database.exec('ROLLBACK TO append; RELEASE append');
    return { answer: { kind: 'refused', reason: describe(error) }, wrote: false };
  }
}

/** @param {string} stream */
function lastRevision(stream) {
  // Not `get`: libsql leaves its statement open, and was seen to find nothing where there was a row.
  const [row] = /** @type {[number][]} */ (selectLast.all(stream));
  return row ? row[0] : -1;
}

/**
 * The answer of the first time, when exactly these events are already where this append would put them.
 * @param {AppendRequest} request
 * @returns {AppendAnswer | undefined}
 */
function earlierAnswer({ stream, expected, fields }) {
  let revision = expected;
  let position = 0;
  for (let at = 0; at < fields.length; at += fieldsPerEvent) {
    const [row] = /** @type {[string, number, number][]} */ (selectById.all(fields[at]));
    if (!row || row[0] !== stream || row[1] !== ++revision) return undefined;
    position = row[2];
  }
  return { kind: 'appended', revision, position };
}

/**
 * @param {AppendRequest} request
 * @returns {AppendAnswer}
 */
function insertAll({ stream, expected, fields }) {
  let revision = expected;
  let position = 0;
  for (let at = 0; at < fields.length; at += fieldsPerEvent) {
    revision += 1;
    const [id, type, data, metadata] = fields.slice(at, at + fieldsPerEvent);
    position = Number(insert.run(stream, revision, id, type, data, metadata).lastInsertRowid);
  }
  return { kind: 'appended', revision, position };
}

/** @param {unknown} error */
function isConstraint(error) {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
}

/** @param {unknown} error */
function describe(error) {
  return error instanceof Database.SqliteError ? `${error.message} (${error.code})` : String(error);
}
