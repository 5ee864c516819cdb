import type { RawRecordedEvent } from '#contracts/events/index';

import { hashOf, noHash } from './sqlite/hash-chain.mjs';

/** How much of the log a hash stands for: so many events, the last of them at a position. */
export interface ChainPoint {
  readonly events: number;
  readonly position: bigint;
  /** SHA-256, hex; empty at the start. */
  readonly hash: string;
}

/** An event's place in the chain of hashes. */
export interface Link extends ChainPoint {
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  /**
   * What was stored with the event when it was appended, null when that is missing; undefined for a log that stores
   * no hashes. `hash` is computed from the event as it is now and the hash stored with the one before.
   */
  readonly stored: string | null | undefined;
}

/** Before the first event. */
export const chainStart: ChainPoint = { events: 0, position: 0n, hash: noHash };

/** Every so many events their hash is kept in the records. */
export const eventsPerMark = 1000;

/** The points of a chain that are worth keeping elsewhere: every 1,000th, and the last. */
export async function* pointsOf(links: AsyncIterable<ChainPoint>): AsyncGenerator<ChainPoint> {
  let last: ChainPoint | undefined;
  for await (const { events, position, hash } of links) {
    last = { events, position, hash };
    if (events % eventsPerMark === 0) yield last;
  }
  if (last !== undefined && last.events % eventsPerMark !== 0) yield last;
}

/** The chain that events make one after the other, with their content as this program writes it as JSON. */
export async function* chainOf(
  events: AsyncIterable<RawRecordedEvent> | Iterable<RawRecordedEvent>,
  after: ChainPoint = chainStart,
): AsyncGenerator<Link> {
  let { events: count, hash } = after;
  for await (const { stream, revision, id, type, position, data, metadata } of events) {
    count += 1;
    const content = { data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    hash = hashOf(hash, { stream, revision, id, type, ...content });
    yield { events: count, position, hash, stream, revision, id, type, stored: undefined };
  }
}
