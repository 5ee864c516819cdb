import {
  isEquality,
  type Document,
  type SearchResult,
  type Hit,
  type SearchCursor,
  type SearchOptions,
} from '#stores/read-store/index';

import {
  createBlock,
  createValues,
  entryAt,
  entryOf,
  isPresent,
  remove,
  write,
  type Block,
  type Entry,
  type SearchDeclaration,
} from './block.ts';
import { conditionsOf, type Passes } from './conditions.ts';
import { blockSize, lettersOf, startOf, wordsPerBlock, type Letters } from './letter-bits.ts';

export type CountOptions = Omit<SearchOptions, 'limit'>;

/** The documents of one searched collection in memory. It answers as the read store does, or not at all. */
export interface SearchIndex {
  /** Adds or replaces a document. Returns false if its order is far from the last: the index must be built again. */
  put(document: Document): boolean;
  remove(id: string): void;
  /** Undefined for a search that only the store answers, or refuses. */
  search(options: SearchOptions): SearchResult | undefined;
  count(
    options: CountOptions,
  ): { readonly count: number; readonly rest: SearchCursor | undefined } | undefined;
  /** Places that documents take. A removed one, or one whose order changed, leaves its place empty. */
  readonly slots: number;
  /** Bytes of all texts that were added. */
  readonly textBytes: number;
}

interface Tier {
  readonly tier: 0 | 1;
  /** Narrows the documents of a block to those that may be hits. */
  readonly narrow: (block: Block, documents: Uint32Array) => void;
  readonly isHit: (block: Block, slot: number) => boolean;
}

/** Before the first of a tier. */
const tierStart = Number.MAX_SAFE_INTEGER;

/** A late document moves at most this many that were added before it. */
const movedMost = 64;

export function createSearchIndex(search: SearchDeclaration): SearchIndex {
  const blocks: Block[] = [];
  const slots = new Map<string, number>();
  const values = createValues();
  let used = 0;
  let textBytes = 0;

  const at = (slot: number): readonly [Block, number] | undefined => {
    const block = blocks[Math.floor(slot / blockSize)];
    return block && [block, slot % blockSize];
  };
  const forget = (id: string): void => {
    const found = at(slots.get(id) ?? -1);
    if (found !== undefined) remove(...found);
    slots.delete(id);
  };
  const append = (entry: Entry): void => {
    if (used === blocks.length * blockSize) blocks.push(createBlock(search));
    const found = at(used);
    if (found !== undefined) write(...found, entry);
    slots.set(entry.id, used);
    used += 1;
  };
  /** Takes out the last documents with a higher order; undefined when there are too many. */
  const takeLater = (order: number): Entry[] | undefined => {
    const later: Entry[] = [];
    for (let slot = used - 1; slot >= 0; slot -= 1) {
      const [block, own] = at(slot) ?? [];
      if (block === undefined || own === undefined || (block.orders[own] ?? 0) < order) break;
      if (used - slot > movedMost) return undefined;
      if (isPresent(block, own)) later.unshift(entryAt(block, own));
    }
    for (const { id } of later) forget(id);
    return later;
  };
  const prepared = ({ text, filter = {} }: CountOptions): Prepared | undefined => {
    // The store replaces these characters.
    if (/[\0\uFFFD]/.test(text)) return undefined;
    const conditions = conditionsOf(filter, search, values);
    const isAnswered = text !== '' || search.filters.some((field) => isEquality(filter[field]));
    return conditions === undefined || !isAnswered ? undefined : { blocks, conditions, tiers: tiersOf(text) };
  };

  return {
    put(document) {
      const entry = entryOf(document, search, values);
      const found = at(slots.get(document.id) ?? -1);
      textBytes += entry === undefined ? 0 : bytesOf(entry.name) + bytesOf(entry.rest);
      if (entry !== undefined && found !== undefined && found[0].orders[found[1]] === entry.order) {
        write(...found, entry);
        return true;
      }
      forget(document.id);
      if (entry === undefined) return true;
      const later = takeLater(entry.order);
      if (later === undefined) return false;
      for (const each of [entry, ...later]) append(each);
      return true;
    },
    remove: forget,
    search(options) {
      const from = prepared(options);
      if (from === undefined) return undefined;
      const hits: Hit[] = [];
      const rest = walk(from, options, options.limit, (id, cursor) => hits.push({ id, cursor }));
      return { hits, rest };
    },
    count(options) {
      const from = prepared(options);
      if (from === undefined) return undefined;
      let count = 0;
      const rest = walk(from, options, Infinity, () => (count += 1));
      return { count, rest };
    },
    get slots() {
      return used;
    },
    get textBytes() {
      return textBytes;
    },
  };
}

/** V8 stores a text in one byte for each letter if all are of Latin-1. */
const bytesOf = (text: string): number => text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);

function tiersOf(text: string): Tier[] {
  const inName = (block: Block, slot: number) => block.names[slot]?.includes(text) === true;
  const ofName = (letters: Letters): Tier['narrow'] => {
    return (block, documents) => block.nameLetters.narrow(documents, letters);
  };
  const length = [...text].length;
  if (length === 0) return [{ tier: 0, narrow: () => undefined, isHit: () => true }];
  if (length < 3) {
    const isHit = (block: Block, slot: number) => block.names[slot]?.startsWith(text) === true;
    return [{ tier: 0, narrow: ofName(startOf(text)), isHit }];
  }
  const letters = lettersOf(text);
  return [
    { tier: 0, narrow: ofName(letters), isHit: inName },
    {
      tier: 1,
      narrow: (block, documents) => block.restLetters.narrow(documents, letters),
      isHit: (block, slot) => block.rests[slot]?.includes(text) === true && !inName(block, slot),
    },
  ];
}

interface Prepared {
  readonly blocks: readonly Block[];
  readonly conditions: readonly Passes[];
  readonly tiers: readonly Tier[];
}

/**
 * Goes through the candidates, by falling order in each tier, until `look` were compared with the text or `limit` were
 * hits. Candidates may contain the letters, and pass the filter. Returns where the next walk starts.
 */
function walk(
  { blocks, conditions, tiers }: Prepared,
  { after, look }: CountOptions,
  limit: number,
  onHit: (id: string, cursor: SearchCursor) => void,
): SearchCursor | undefined {
  const documents = new Uint32Array(wordsPerBlock);
  let looked = 0;
  let hits = 0;
  for (const { tier, narrow, isHit } of tiers) {
    if (after !== undefined && after[0] > tier) continue;
    const below = after?.[0] === tier ? after[1] : tierStart;
    if (looked >= look) return [tier, tierStart];
    for (const block of blocks.toReversed()) {
      if ((block.orders[0] ?? 0) >= below) continue;
      documents.set(block.present);
      narrow(block, documents);
      for (const slot of fallingSlots(documents)) {
        const order = block.orders[slot] ?? 0;
        if (order >= below || !conditions.every((passes) => passes(block, slot))) continue;
        looked += 1;
        if (isHit(block, slot)) {
          hits += 1;
          onHit(block.ids[slot] ?? '', [tier, order]);
          if (hits >= limit) return [tier, order];
        }
        if (looked >= look) return [tier, order];
      }
    }
  }
  return undefined;
}

/** The documents whose bits are set, the last first. */
function* fallingSlots(documents: Uint32Array): Iterable<number> {
  for (let word = wordsPerBlock - 1; word >= 0; word -= 1) {
    for (let bits = documents[word] ?? 0; bits !== 0;) {
      const bit = 31 - Math.clz32(bits);
      bits &= ~(1 << bit);
      yield word * 32 + bit;
    }
  }
}
