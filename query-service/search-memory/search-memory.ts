import { setImmediate as nextTurn } from 'node:timers/promises';

import { asError } from '#contracts/shared/as-error';
import {
  type Change,
  type Document,
  fieldValue,
  type FieldValue,
  type ReadModelReader,
} from '#platform/read-store/index';

import type { SearchDeclaration } from './block.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';

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
  /** The store's reader; memory answers its searches if possible. */
  readonly reader: ReadModelReader;
  /** Must be called with every change of the model, in order. */
  take(change: Change): Promise<void>;
  /** Fulfilled once memory is not being filled, with whether it answers searches. */
  settled(): Promise<boolean>;
}

/** The largest part of all time that filling may take, however often everything changes. */
const fillingShare = 0.05;

interface Filling {
  /** Ids of documents that have changed since the filling began. */
  readonly missed: Set<string>;
  readonly stop: AbortController;
}

/** Memory is filled in the background after the first search, and again after a change of everything. */
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
      // Changes missed while this waits are read in the next round.
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

interface SearchedCollection {
  readonly name: string;
  readonly search: SearchDeclaration;
}

/** The most that memory holds. With more, the store searches. */
export interface SearchMemoryLimits {
  readonly documents: number;
  readonly textBytes: number;
}

/** The slots of removed documents count too. */
const isOver = ({ slots, textBytes }: SearchIndex, most: SearchMemoryLimits): boolean =>
  slots > most.documents || textBytes > most.textBytes;

/** Documents that are read or added before other requests are served. */
const atOnce = 250;

/** An index of all documents; undefined if there are too many. @throws an AbortError */
async function createFilled(
  reader: ReadModelReader,
  { name, search }: SearchedCollection,
  most: SearchMemoryLimits,
  signal: AbortSignal,
): Promise<SearchIndex | undefined> {
  if ((await reader.count(name, {}, most.documents + 1)) > most.documents) return undefined;
  const giveWay = async (done: number) => {
    if (done % atOnce === 0) await nextTurn();
    signal.throwIfAborted();
  };
  // Only their order is held, because all documents at once would take several times the memory of the index.
  const orders = new Map<string, FieldValue>();
  for await (const { document } of reader.scan(name)) {
    orders.set(document.id, fieldValue(document, search.order));
    if (orders.size > most.documents) return undefined;
    await giveWay(orders.size);
  }
  const ids = [...orders.keys()].sort((one, other) => Number(orders.get(one)) - Number(orders.get(other)));
  const index = createSearchIndex(search);
  for (let at = 0; at < ids.length; at += atOnce) {
    const found = await reader.getMany<Document>(name, ids.slice(at, at + atOnce));
    for (const document of sorted(found, search)) {
      // A document whose order has changed since is among those that the caller reads again.
      if (fieldValue(document, search.order) === orders.get(document.id)) index.put(document);
    }
    if (isOver(index, most)) return undefined;
    await giveWay(at);
  }
  return index;
}

/** Reads these documents again. Returns false if the index must be built again. */
async function update(
  index: SearchIndex,
  reader: ReadModelReader,
  { name, search }: SearchedCollection,
  ids: readonly string[],
): Promise<boolean> {
  const found = await reader.getMany<Document>(name, ids);
  const present = new Set(found.map(({ id }) => id));
  for (const id of ids) if (!present.has(id)) index.remove(id);
  return sorted(found, search).every((document) => index.put(document));
}

const sorted = (documents: readonly Document[], { order }: SearchDeclaration): Document[] =>
  documents.toSorted((one, other) => Number(fieldValue(one, order)) - Number(fieldValue(other, order)));
