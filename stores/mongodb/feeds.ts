import type { ChangeNotifier } from './change-notifier.ts';

/** Feeds that tell what happens from the moment on in which they are asked for. */
export interface Feeds {
  /**
   * A feed. It is not a generator itself: it begins at the call, not at the first `next`. `newest`: the number of what
   * happened last; `after` gives what comes after that one, until `stop` or the signal ends it.
   */
  follow<T>(
    newest: () => Promise<number>,
    after: (number: number) => AsyncIterable<T>,
    stop: AbortSignal,
  ): AsyncIterable<T>;
  /** Fulfilled once every feed has begun that was asked for: what happens after that call is told. */
  begun(): Promise<unknown>;
}

/** The signal is theirs to wait for: once it has ended, they do. */
export function createFeeds(notifier: ChangeNotifier): Feeds {
  /** Feeds that do not know yet from which number on. */
  const beginning = new Set<Promise<unknown>>();

  async function* read<T>(
    begin: Promise<number>,
    after: (number: number) => AsyncIterable<T>,
    stop: AbortSignal,
  ): AsyncGenerator<T, void> {
    try {
      yield* after(await begin);
    } catch (error) {
      // A store that is closed while it is asked ends the feed, not more.
      if (!stop.aborted && !notifier.ended) throw error;
    }
  }

  return {
    begun: () => Promise.all(beginning),
    follow(newest, after, stop) {
      const begin = newest();
      const begun = begin.catch(() => undefined).finally(() => beginning.delete(begun));
      beginning.add(begun);
      return read(begin, after, stop);
    },
  };
}
