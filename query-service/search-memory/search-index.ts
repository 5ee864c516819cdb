import { sought } from '#contracts/shared/search-words';
import {
  isEquality,
  type CountOptions,
  type CountResult,
  type Document,
  type SearchResult,
  type Hit,
  type SearchCursor,
  type SearchOptions,
} from '#platform/read-store/index';

import {
  type Block,
  type BlockCondition,
  conditionsOf,
  createBlock,
  createValues,
  type Entry,
  entryAt,
  entryOf,
  isPresent,
  remove,
  type SearchDeclaration,
  write,
} from './block.ts';
import { blockSize, lettersOf, wordsPerBlock } from './letter-bits.ts';

/** The documents of one searched collection in memory. It answers exactly as the read store does, or not at all. */
export interface SearchIndex {
  /**
   * Adds or replaces a document. Returns false if its order is far from the last: then the index must be built again.
   */
  put(document: Document): boolean;
  remove(id: string): void;
  /** Undefined for a search that only the store answers, or refuses. */
  search(options: SearchOptions): SearchResult | undefined;
  count(options: CountOptions): CountResult | undefined;
  /** Slots that documents take. A removed document, or one whose order changed, leaves its slot empty. */
  readonly slots: number;
  /** Bytes of all texts that were added. */
  readonly textBytes: number;
}

interface Tier {
  readonly tier: number;
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
  /** Takes out the last documents with a higher order; undefined if there are too many. */
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
  const prepared = (
    { words, filter = {} }: Pick<SearchOptions, 'words' | 'filter'>,
    tiers: readonly Tier[],
  ): Prepared | undefined => {
    // The store replaces these characters.
    if (/[\0\uFFFD]/.test(words.join(''))) return undefined;
    const conditions = conditionsOf(filter, search, values);
    const isResponded = words.length > 0 || search.filters.some((field) => isEquality(filter[field]));
    if (conditions === undefined || !isResponded) return undefined;
    return { blocks, conditions, tiers };
  };

  return {
    put(document) {
      const entry = entryOf(document, search, values);
      const found = at(slots.get(document.id) ?? -1);
      textBytes += entry === undefined ? 0 : bytesOf(entry.texts.join(''));
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
      const { words, tiers = Infinity } = options;
      const from = prepared(options, tiersOf(words, Math.min(tiers, search.fields.length)));
      if (from === undefined) return undefined;
      const hits: Hit[] = [];
      const rest = walk(from, options, options.limit, (id, cursor) => hits.push({ id, cursor }));
      return { hits, rest };
    },
    count(options) {
      const { words, after, scanLimit, most = Infinity } = options;
      const tier = countedTier(words, search.fields.length - 1);
      const from = prepared(options, [tier]);
      if (from === undefined) return undefined;
      let count = 0;
      const start = after === undefined ? {} : { after: [tier.tier, after] as const };
      const rest = walk(from, { ...start, scanLimit }, most, () => (count += 1));
      return { count, rest: rest?.[1] };
    },
    get slots() {
      return used;
    },
    get textBytes() {
      return textBytes;
    },
  };
}

/** V8 stores a text with one byte for each letter if all are Latin-1. */
const bytesOf = (text: string): number => text.length * (/[^\0-\xff]/.test(text) ? 2 : 1);

const everything: Tier = { tier: 0, narrow: () => undefined, isHit: () => true };

function tiersOf(words: readonly string[], count: number): Tier[] {
  if (words.length === 0) return [everything];
  const fragments = words.map(sought);
  const letters = lettersOf(fragments);
  return Array.from({ length: count }, (_, tier) => ({
    tier,
    narrow: (block, documents) => block.letters[tier]?.narrow(documents, letters),
    isHit: (block, slot) => {
      const last = lastFound(block.texts[slot] ?? '', fragments);
      return last < endOf(block, slot, tier) && last >= endOf(block, slot, tier - 1);
    },
  }));
}

/** Every hit is in the last tier's fields. */
function countedTier(words: readonly string[], last: number): Tier {
  if (words.length === 0) return everything;
  const fragments = words.map(sought);
  const letters = lettersOf(fragments);
  return {
    tier: last,
    narrow: (block, documents) => block.letters[last]?.narrow(documents, letters),
    isHit: (block, slot) => lastFound(block.texts[slot] ?? '', fragments) < Infinity,
  };
}

/** The end of the first occurrence in a text of the last fragment to be found; Infinity if one of them is missing. */
function lastFound(text: string, fragments: readonly string[]): number {
  let last = 0;
  for (const fragment of fragments) {
    const at = text.indexOf(fragment);
    if (at === -1) return Infinity;
    if (at > last) last = at;
  }
  return last;
}

/** The end of a tier's fields in a document's text; 0 for the tier before the first. */
const endOf = ({ ends }: Block, slot: number, tier: number): number => ends[tier]?.[slot] ?? 0;

interface Prepared {
  readonly blocks: readonly Block[];
  readonly conditions: readonly BlockCondition[];
  readonly tiers: readonly Tier[];
}

/**
 * Visits the candidates, by descending order in each tier, until `scanLimit` were compared with the text or `limit`
 * were hits. Candidates may contain the letters, and pass the filter. Returns where the next walk starts.
 */
function walk(
  { blocks, conditions, tiers }: Prepared,
  { after, scanLimit }: Pick<SearchOptions, 'after' | 'scanLimit'>,
  limit: number,
  onHit: (id: string, cursor: SearchCursor) => void,
): SearchCursor | undefined {
  const documents = new Uint32Array(wordsPerBlock);
  let scanned = 0;
  let hits = 0;
  for (const { tier, narrow, isHit } of tiers) {
    if (after !== undefined && after[0] > tier) continue;
    const below = after?.[0] === tier ? after[1] : tierStart;
    if (scanned >= scanLimit) return [tier, tierStart];
    for (const block of blocks.toReversed()) {
      if ((block.orders[0] ?? 0) >= below) continue;
      documents.set(block.present);
      narrow(block, documents);
      const passes = conditions.map((condition) => condition(block));
      for (let slot = lastBelow(blockSize, documents); slot >= 0; slot = lastBelow(slot, documents)) {
        const order = block.orders[slot] ?? 0;
        if (order >= below || !passes.every((each) => each(slot))) continue;
        scanned += 1;
        if (isHit(block, slot)) {
          hits += 1;
          onHit(block.ids[slot] ?? '', [tier, order]);
          if (hits >= limit) return [tier, order];
        }
        if (scanned >= scanLimit) return [tier, order];
      }
    }
  }
  return undefined;
}

/** The last slot before this one whose bit is set; -1 if there is none. */
function lastBelow(slot: number, documents: Uint32Array): number {
  let word = slot >>> 5;
  let bits = (documents[word] ?? 0) & ((1 << (slot & 31)) - 1);
  while (bits === 0) {
    if (word === 0) return -1;
    word -= 1;
    bits = documents[word] ?? 0;
  }
  return word * 32 + 31 - Math.clz32(bits);
}
