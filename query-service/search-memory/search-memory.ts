import { asError } from '#contracts/shared/as-error';
import type { Change, ReadModelReader } from '#platform/read-store/index';

import { createFilled, isOver, update, type SearchedCollection, type SearchMemoryLimits } from './fill.ts';
import type { SearchIndex } from './search-index.ts';

export interface SearchMemoryOptions {
  readonly reader: ReadModelReader;
  readonly collection: SearchedCollection;
  readonly most: SearchMemoryLimits;
  /** Milliseconds. */
  readonly clock: () => number;
  readonly onError: (error: Error) => void;
}

/** Searches a small collection in memory, and leaves a large one to the store. */
export interface SearchMemory extends AsyncDisposable {
  /** The store's reader, whose searches are answered from memory where that is possible. */
  readonly reader: ReadModelReader;
  /** Must be called with every change of the model, in order. */
  take(change: Change): Promise<void>;
  /** Fulfilled with whether memory answers searches, once it is not being filled. */
  settled(): Promise<boolean>;
}

/** Filling may take this part of all time at most, however often everything changes. */
const fillingShare = 0.05;

interface Filling {
  /** Ids of documents that have changed since it began. */
  readonly missed: Set<string>;
  readonly stop: AbortController;
}

/** It is filled in the background after the first search, and again after a change of everything. */
export function createSearchMemory(options: SearchMemoryOptions): SearchMemory {
  const { reader, collection, most, clock, onError } = options;
  const { name } = collection;
  let index: SearchIndex | undefined;
  let filling: Filling | undefined;
  let filled: Promise<void> = Promise.resolve();
  let isTooLarge = most.documents === 0;
  let fillAfter = -Infinity;
  let isClosed = false;

  const forget = (): void => {
    index = undefined;
    filling?.stop.abort();
    filling = undefined;
  };
  const fill = async (mine: Filling): Promise<void> => {
    const started = clock();
    const { missed, stop } = mine;
    try {
      let made = await createFilled(reader, collection, most, stop.signal);
      isTooLarge = made === undefined && filling === mine;
      // What is missed while this waits is read in the next round.
      while (made !== undefined && missed.size > 0) {
        const ids = [...missed];
        missed.clear();
        if (!(await update(made, reader, collection, ids))) made = undefined;
      }
      if (filling === mine) index = made;
    } catch (error) {
      if (!stop.signal.aborted) onError(asError(error));
    } finally {
      fillAfter = clock() + (clock() - started) / fillingShare;
      if (filling === mine) filling = undefined;
    }
  };
  const current = (): SearchIndex | undefined => {
    const isWanted = index === undefined && filling === undefined && !isTooLarge && !isClosed;
    if (isWanted && clock() >= fillAfter) {
      filling = { missed: new Set(), stop: new AbortController() };
      filled = Promise.all([filled, fill(filling)]).then(() => undefined);
    }
    return index;
  };

  return {
    reader: {
      ...reader,
      search: async (asked, searched) =>
        (asked === name ? current()?.search(searched) : undefined) ?? reader.search(asked, searched),
      countSearch: async (asked, counted) =>
        (asked === name ? current()?.count(counted) : undefined) ?? reader.countSearch(asked, counted),
    },
    async take({ everything, ids }) {
      if (everything) forget();
      const changed = ids[name] ?? [];
      for (const id of changed) filling?.missed.add(id);
      const known = index;
      if (known === undefined || changed.length === 0) return;
      try {
        const isWhole = await update(known, reader, collection, changed);
        if (!isWhole || isOver(known, most)) index = undefined;
      } catch (error) {
        index = undefined;
        throw error;
      }
    },
    async settled() {
      current();
      await filled;
      return index !== undefined;
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      forget();
      await filled;
    },
  };
}
