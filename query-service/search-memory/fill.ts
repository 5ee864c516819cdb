import { setImmediate as nextTurn } from 'node:timers/promises';

import { fieldValue, type Document, type FieldValue, type ReadModelReader } from '#platform/read-store/index';

import type { SearchDeclaration } from './block.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';

export interface SearchedCollection {
  readonly name: string;
  readonly search: SearchDeclaration;
}

/** What is held at most. With more, the store searches. */
export interface SearchMemoryLimits {
  readonly documents: number;
  readonly textBytes: number;
}

/** The places of removed documents count too. */
export const isOver = ({ slots, textBytes }: SearchIndex, most: SearchMemoryLimits): boolean =>
  slots > most.documents || textBytes > most.textBytes;

/** Documents that are read or added until other requests get their turn. */
const atOnce = 250;

/** An index of all documents; undefined if they are too many. @throws an AbortError */
export async function createFilled(
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
      // One whose order has changed since is among those that the caller reads again.
      if (fieldValue(document, search.order) === orders.get(document.id)) index.put(document);
    }
    if (isOver(index, most)) return undefined;
    await giveWay(at);
  }
  return index;
}

/** Reads these documents again. Returns false if the index must be built again. */
export async function update(
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
