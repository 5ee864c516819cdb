import { setImmediate as nextTurn } from 'node:timers/promises';

import type { RecordedEvent } from '#contracts/shared/recorded-event';
import type { CaughtUp } from '#platform/event-log/index';

export interface Batch {
  readonly events: readonly RecordedEvent[];
  /** The log had no more events when it was read. */
  readonly atHead: boolean;
}

/**
 * Groups a subscription into batches, reading ahead at most `most` events beyond the current batch. Batches are full
 * until the subscription has caught up. After that, each contains the events that have arrived.
 */
export async function* inBatches(
  subscription: AsyncIterable<RecordedEvent | CaughtUp>,
  most: number,
): AsyncGenerator<Batch, void, undefined> {
  let waiting: RecordedEvent[] = [];
  let atHead = false;
  const arrival = createSignal();
  const space = createSignal();
  const reading = { live: false, ended: false, stopped: false, failure: undefined as unknown };

  const read = async () => {
    try {
      for await (const item of subscription) {
        if (reading.stopped) return;
        if (!('position' in item)) {
          atHead = true;
          reading.live = true;
        } else {
          atHead = false;
          waiting.push(item);
          if (waiting.length >= most) {
            arrival.notify();
            await space.wait();
            continue;
          }
        }
        if (reading.live) arrival.notify();
      }
    } catch (error) {
      reading.failure = error;
    } finally {
      reading.ended = true;
      arrival.notify();
    }
  };
  const done = read();

  try {
    while (!reading.ended || waiting.length > 0) {
      await arrival.wait();
      // The events of one append arrive one by one in the same turn of the event loop, and belong in one batch.
      if (reading.live) await nextTurn();
      const batch: Batch = { events: waiting, atHead };
      waiting = [];
      if (batch.events.length > 0 || batch.atHead) yield batch;
      space.notify();
    }
    await done;
    if (reading.failure !== undefined) throw reading.failure as Error;
  } finally {
    reading.stopped = true;
    space.notify();
  }
}

/** A signal for one waiter. A notification without a waiter is kept for the next one. */
function createSignal(): { notify(): void; wait(): Promise<void> } {
  let kept = false;
  let answer: (() => void) | undefined;
  return {
    notify() {
      kept = answer === undefined;
      answer?.();
      answer = undefined;
    },
    wait() {
      if (kept) {
        kept = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => (answer = resolve));
    },
  };
}
