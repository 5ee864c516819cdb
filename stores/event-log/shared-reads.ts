import { setImmediate as nextTurn } from 'node:timers/promises';

/** Reads a stream in order, from a revision (inclusive) on. */
export type ReadFrom<T> = (stream: string, from: bigint) => Promise<readonly T[]>;

interface Shared<T> {
  readonly reading: Promise<readonly T[]>;
  readonly over: Promise<void>;
  /** From then on it may not hold what is appended, and is joined no more. */
  begun: boolean;
  /** For those who have asked since it began. */
  next: Promise<readonly T[]> | undefined;
}

/**
 * Lets callers who read the same stream from the same revision at the same time share a read. Whoever asks in the same
 * turn gets the same read; whoever asks while one is under way gets the next one, so that it shows everything that was
 * there when they asked. Many commands about one city then cost a few reads of it instead of one each.
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

/**
 * Lets callers who ask the same in one turn of the event loop share a look, which comes after all of them asked: it shows
 * everything that was there when they did.
 */
export function shareLooks<T>(look: (name: string) => T): (name: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (name) => {
    const known = asked.get(name);
    if (known !== undefined) return known;
    const looking = nextTurn().then(() => {
      asked.delete(name);
      return look(name);
    });
    asked.set(name, looking);
    return looking;
  };
}
