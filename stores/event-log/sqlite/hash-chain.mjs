// The chain of hashes. Plain JavaScript: the writer thread starts from files as they are, from the sources and from dist.
import { createHash } from 'node:crypto';

/** @import { Sqlite } from '../../sqlite/types.ts' */
/** @import { ChainedEvent } from '../chained-event.ts' */

/** The hash before the first event. */
export const noHash = '';

/**
 * The SHA-256 (hex) that an event adds to the chain: of netstrings (`LENGTH:BYTES,` with the length in bytes) of the
 * hash before it (hex, empty for the first event), stream, revision, id, type, data and metadata, the last two as the
 * JSON text that is stored.
 * @param {string} before
 * @param {ChainedEvent} event
 * @returns {string}
 */
export function hashOf(before, { stream, revision, id, type, data, metadata }) {
  const fields = [before, stream, String(revision), id, type, data, metadata];
  const text = fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join('');
  return createHash('sha256').update(text).digest('hex');
}

/** @typedef {[string, number, string, string, string, string]} EventColumns */

/** Events in one transaction of the filling. */
const fillSize = 2000;

/**
 * Gives their hashes to the events at the log's end that have none: all of them in a file of the first release, none
 * in most others. To be called inside a transaction. False when there are more than one transaction should take.
 * @param {Sqlite} sqlite
 * @returns {boolean}
 */
export function fillSome(sqlite) {
  const [last] = sqlite.rows(
    'SELECT position, hash FROM event WHERE hash IS NOT NULL ORDER BY position DESC LIMIT 1',
  );
  const [position = 0, hash] = last ?? [0, noHash];
  const found = sqlite.rows(
    `SELECT position, stream, revision, id, type, data, metadata FROM event
     WHERE position > ? ORDER BY position LIMIT ${fillSize}`,
    [position],
  );
  let before = String(hash);
  for (const [at, ...event] of found) {
    const [stream, revision, id, type, data, metadata] = /** @type {EventColumns} */ (event);
    before = hashOf(before, { stream, revision, id, type, data, metadata });
    sqlite.run('UPDATE event SET hash = ? WHERE position = ?', [before, Number(at)]);
  }
  return found.length < fillSize;
}
