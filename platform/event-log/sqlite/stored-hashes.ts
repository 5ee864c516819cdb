import { setImmediate as nextTurn } from 'node:timers/promises';

import { hashOf } from './hash-chain.mjs';
import { type ChainPoint, type Link, eventsPerMark } from '../chain.ts';
import type { HashedRow, Reader } from './reader.ts';
import { ChainBroken } from '../port.ts';

/** Events read at once. Other work gets its turn after each page. */
const pageSize = 500;

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

/** The points for the records, with the hashes that were stored with the events. */
export async function* readPoints(reader: Reader, after: ChainPoint): AsyncGenerator<ChainPoint> {
  const end = reader.end();
  let at = Number(after.position);
  if (at > 0 && reader.hashAt(at) !== after.hash) {
    throw new ChainBroken(`The event log is not as it was: the event at position ${at} has another hash`);
  }
  while (at < end) {
    at = Math.min(end, (Math.floor(at / eventsPerMark) + 1) * eventsPerMark);
    const hash = reader.hashAt(at);
    // The hash is missing if the log was tampered with, or if a running process of the first release wrote the event.
    if (hash !== undefined) yield { events: at, position: BigInt(at), hash };
    await nextTurn();
  }
}
