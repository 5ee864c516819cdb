// The hash chain. Plain JavaScript: the writer thread loads the file unchanged, both from the sources and from dist.
import { createHash } from 'node:crypto';

/** @import { Sqlite } from '../../sqlite/types.ts' */
/** @import { ChainedEvent } from '../chained-event.ts' */

/** The hash before the first event. */
export const noHash = '';

/**
 * Computes the hash of an event in the chain: the SHA-256 (hex) of netstrings (`LENGTH:BYTES,` with the length in
 * bytes). They contain the hash before it (hex, empty for the first event), the stream, revision, id, type, data and
 * metadata; the last two as the stored JSON text.
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

/** Events that get their hashes in one transaction. */
const fillSize = 2000;

/**
 * Adds the missing hashes at the log's end: to all events in a file of the first release, to none in most others.
 * Must be called inside a transaction. Returns false when events are left for another transaction.
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
