import { setImmediate as nextTurn } from 'node:timers/promises';

/** Reads a stream whole, in order. */
export type ReadWhole<T> = (stream: string) => Promise<readonly T[]>;

interface Shared<T> {
  readonly reading: Promise<readonly T[]>;
  readonly over: Promise<void>;
  /** From then on it may not hold what is appended, and is joined no more. */
  begun: boolean;
  /** For those who have asked since it began. */
  next: Promise<readonly T[]> | undefined;
}

/**
 * Lets those who want to read the same stream at the same time share a read: whoever asks in the same turn gets the
 * same, who comes while it is under way gets the next, so that nobody is shown less than there was when he asked. Many
 * commands about one city then cost a few reads of it instead of one each.
 */
export function shareReads<T>(read: ReadWhole<T>): ReadWhole<T> {
  const streams = new Map<string, Shared<T>>();

  function share(stream: string): Promise<readonly T[]> {
    const begin = async () => {
      await nextTurn();
      shared.begun = true;
      return read(stream);
    };
    const end = () => {
      if (shared.next === undefined) streams.delete(stream);
    };
    const reading = begin();
    const shared: Shared<T> = { reading, over: reading.then(end, end), begun: false, next: undefined };
    streams.set(stream, shared);
    return reading;
  }

  return (stream) => {
    const shared = streams.get(stream);
    if (shared === undefined) return share(stream);
    if (!shared.begun) return shared.reading;
    return (shared.next ??= shared.over.then(() => share(stream)));
  };
}
