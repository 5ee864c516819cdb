import type { RecordedEvent } from '#contracts/shared/recorded-event';

import type { ChainedEvent } from './chained-event.ts';
import { hashOf, noHash } from './sqlite/hash-chain.mjs';

/** How much of the log a hash covers: the number of events, and the position of the last one. */
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
   * The hash that was stored when the event was appended; null if it is missing, undefined for a log that stores no
   * hashes. `hash` is computed from the event's current content and the hash stored with the event before it.
   */
  readonly stored: string | null | undefined;
}

/** Before the first event. */
export const chainStart: ChainPoint = { events: 0, position: 0n, hash: noHash };

/** The records keep the hash of one event out of this many. */
export const eventsPerMark = 1000;

/** The hash chain of consecutive events, whose content is written as this program writes JSON. */
export async function* chainOf(
  events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>,
  after: ChainPoint = chainStart,
): AsyncGenerator<Link> {
  let { events: count, hash } = after;
  for await (const event of events) {
    const { stream, revision, id, type, position } = event;
    count += 1;
    hash = hashOf(hash, contentOf(event));
    yield { events: count, position, hash, stream, revision, id, type, stored: undefined };
  }
}

/** The content that the hash covers, for an event whose content is written as this program writes JSON. */
export const contentOf = ({ stream, revision, id, type, data, metadata }: RecordedEvent): ChainedEvent => ({
  stream,
  revision,
  id,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
});
