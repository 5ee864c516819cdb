import type { RecordedEvent } from '#contracts/shared/recorded-event';
import type { CaughtUp } from '#platform/event-log/index';

export interface Batch {
  readonly events: readonly RecordedEvent[];
  /** The log had no more events when it was read. */
  readonly atHead: boolean;
}

/**
 * Groups a subscription into batches of `most` events, and of fewer where the log has no more. Nothing is read while a
 * batch is being applied.
 * @throws the subscription's error, after a batch with the events before it
 */
export async function* inBatches(
  subscription: AsyncIterable<RecordedEvent | CaughtUp>,
  most: number,
): AsyncGenerator<Batch, void, undefined> {
  let events: RecordedEvent[] = [];
  const batch = (atHead: boolean): Batch => {
    const full = { events, atHead };
    events = [];
    return full;
  };
  try {
    for await (const item of subscription) {
      if ('position' in item) events.push(item);
      else yield batch(true);
      if (events.length >= most) yield batch(false);
    }
  } catch (error) {
    if (events.length > 0) yield batch(false);
    throw error;
  }
  if (events.length > 0) yield batch(false);
}
