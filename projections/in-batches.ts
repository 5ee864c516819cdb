import { setImmediate as nextTurn } from 'node:timers/promises';

import type { RawRecordedEvent } from '#contracts/events/index';
import type { CaughtUp } from '#command-service/event-log/index';

export interface Batch {
  readonly events: readonly RawRecordedEvent[];
  /** Nothing more was in the log when it was read. */
  readonly atHead: boolean;
}

/**
 * Reads a subscription ahead, by at most `most` events beyond the batch in hand. Batches are full until the
 * subscription has caught up; from then on each holds what has arrived, at once.
 */
export async function* inBatches(
  subscription: AsyncIterable<RawRecordedEvent | CaughtUp>,
  most: number,
): AsyncGenerator<Batch, void, undefined> {
  let waiting: RawRecordedEvent[] = [];
  let atHead = false;
  let live = false;
  const arrival = createBell();
  const room = createBell();
  const reading = { ended: false, stopped: false, failure: undefined as unknown };

  const read = async () => {
    try {
      for await (const item of subscription) {
        if (reading.stopped) return;
        if (!('position' in item)) {
          atHead = true;
          live = true;
        } else {
          atHead = false;
          waiting.push(item);
          if (waiting.length >= most) {
            arrival.ring();
            await room.rung();
            continue;
          }
        }
        if (live) arrival.ring();
      }
    } catch (error) {
      reading.failure = error;
    } finally {
      reading.ended = true;
      arrival.ring();
    }
  };
  const done = read();

  try {
    while (!reading.ended || waiting.length > 0) {
      await arrival.rung();
      // Events of one append come one by one but in the same turn: they belong in one batch.
      if (live) await nextTurn();
      const batch: Batch = { events: waiting, atHead };
      waiting = [];
      if (batch.events.length > 0 || batch.atHead) yield batch;
      room.ring();
    }
    await done;
    if (reading.failure !== undefined) throw reading.failure as Error;
  } finally {
    reading.stopped = true;
    room.ring();
  }
}

/** One waits, another rings; a ring while nobody waits is kept. */
function createBell(): { ring(): void; rung(): Promise<void> } {
  let kept = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      kept = answer === undefined;
      answer?.();
      answer = undefined;
    },
    rung() {
      if (kept) {
        kept = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => (answer = resolve));
    },
  };
}
