import type { ChangeNotifier } from './change-notifier.ts';

/** Feeds that report what happens after they were requested. */
export interface Feeds {
  /**
   * Returns a feed. It is not a generator function, because it must begin at the call, not at the first `next`.
   * `newest` returns the number of the latest item; `after` yields the items after a number until `stop` or the
   * notifier ends it.
   */
  follow<T>(
    newest: () => Promise<number>,
    after: (number: number) => AsyncIterable<T>,
    stop: AbortSignal,
  ): AsyncIterable<T>;
  /** Fulfilled once all requested feeds have begun: they report everything that happens after this call. */
  begun(): Promise<unknown>;
}

/** The feeds wait for the notifier, and end with it. */
export function createFeeds(notifier: ChangeNotifier): Feeds {
  /** Feeds that do not know their first number yet. */
  const beginning = new Set<Promise<unknown>>();

  async function* read<T>(
    begin: Promise<number>,
    after: (number: number) => AsyncIterable<T>,
    stop: AbortSignal,
  ): AsyncGenerator<T, void> {
    try {
      yield* after(await begin);
    } catch (error) {
      // Closing the store during a query just ends the feed.
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
