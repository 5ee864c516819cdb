import { setImmediate as nextTurn } from 'node:timers/promises';

import { hashOf } from './hash-chain.mjs';
import { type ChainPoint, type Link, eventsPerMark } from '../chain.ts';
import type { HashedRow, Reader } from './reader.ts';
import type { ChainedEvent } from '../chained-event.ts';
import { ChainBroken, LogUnavailable } from '../port.ts';

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
  checkPoint(reader, after);
  while (at < end) {
    at = Math.min(end, (Math.floor(at / eventsPerMark) + 1) * eventsPerMark);
    const hash = reader.hashAt(at);
    // The hash is missing if the log was tampered with, or if a running process of the first release wrote the event.
    if (hash !== undefined) yield { events: at, position: BigInt(at), hash };
    await nextTurn();
  }
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
