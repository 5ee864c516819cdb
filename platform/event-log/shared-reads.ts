import { setImmediate as nextTurn } from 'node:timers/promises';

/** Reads a stream in order, from a revision (inclusive) on. */
export type ReadFrom<T> = (stream: string, from: bigint) => Promise<readonly T[]>;

interface Shared<T> {
  readonly reading: Promise<readonly T[]>;
  readonly over: Promise<void>;
  /** A read that has started may miss later appends, so no more callers can join it. */
  begun: boolean;
  /** The next read, for callers that came after this one began. */
  next: Promise<readonly T[]> | undefined;
}

/**
 * Lets callers share reads of the same stream from the same revision. Callers in the same turn of the event loop share
 * one read. Callers during a read share the next one, which includes everything that was stored when they asked. Many
 * commands on one city then cost a few reads instead of one each.
 */
export function shareReads<T>(read: ReadFrom<T>): ReadFrom<T> {
  const streams = new Map<string, Shared<T>>();

  function share(key: string, stream: string, from: bigint): Promise<readonly T[]> {
    const begin = async () => {
      await nextTurn();
      shared.begun = true;
      return read(stream, from);
    };
    const end = () => {
      if (shared.next === undefined) streams.delete(key);
    };
    const reading = begin();
    const shared: Shared<T> = { reading, over: reading.then(end, end), begun: false, next: undefined };
    streams.set(key, shared);
    return reading;
  }

  return (stream, from) => {
    const key = `${from} ${stream}`;
    const shared = streams.get(key);
    if (shared === undefined) return share(key, stream, from);
    if (!shared.begun) return shared.reading;
    return (shared.next ??= shared.over.then(() => share(key, stream, from)));
  };
}
