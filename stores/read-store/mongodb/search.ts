import { LRUCache } from 'lru-cache';
import type { Document as Query } from 'mongodb';

import { type Filter, isEquality } from '../filter.ts';
import { trigramsOf } from '../letters.ts';
import type { SearchResult, Hit, SearchCursor, SearchOptions } from '../port.ts';
import { gramsIndex, pathOf, type CopyCollection } from './copies.ts';
import { beginsName, fieldOf, hasLevel, hasValue, inName, inRest } from './grams.ts';
import { all, conditionsOf } from './plan.ts';

type SearchRequest = Omit<SearchOptions, 'limit'>;

interface Tier {
  readonly tier: 0 | 1;
  /** Index entries that every hit has; one of them is walked. */
  readonly entries: readonly string[];
  /** Conditions that every hit must meet. */
  readonly checks: readonly Query[];
}

/** Documents of an entry are counted up to this number; entries with more count as equally common. */
const common = 1000;
/** At most this many trigrams of a long text are considered. */
const consideredMost = 8;
const remembered = { max: 5000, ttl: 60_000 /* milliseconds */ };

/**
 * Text search in two steps. First the index lists the documents with the rarest entry that a hit must have, in falling
 * order, so that a page reads no more than it shows. Then each document is checked for the whole text.
 */
export function createSearch() {
  const sizes = new LRUCache<string, number>(remembered);

  const sizeOf = async ({ documents }: CopyCollection, entry: string): Promise<number> => {
    const key = `${documents.collectionName} ${entry}`;
    const known = sizes.get(key);
    if (known !== undefined) return known;
    const size = await documents.countDocuments({ grams: entry }, { hint: gramsIndex, limit: common });
    sizes.set(key, size);
    return size;
  };

  const rarest = async (collection: CopyCollection, entries: readonly string[]): Promise<string> => {
    const [first = ''] = entries;
    if (entries.length === 1) return first;
    const found = await Promise.all(
      entries.map(async (entry) => ({ entry, size: await sizeOf(collection, entry) })),
    );
    return found.reduce((best, each) => (each.size < best.size ? each : best)).entry;
  };

  /** Examines the next `look` candidates of a tier: returns the matches, and where they end if there are more. */
  const sliceOf = async (
    collection: CopyCollection,
    { entries, checks }: Tier,
    below: number,
    look: number,
  ) => {
    const { live: _, ...checked } = all(checks);
    const entry = await rarest(collection, entries);
    const order = pathOf(searchOf(collection).order);
    const match = { grams: entry, [order]: { $lt: below } };
    const [last] = await collection.documents
      .find(match, { projection: { _id: 0, doc: 1 }, hint: gramsIndex })
      .sort({ [order]: -1 })
      .skip(look - 1)
      .limit(1)
      .toArray();
    const end = last?.doc && Number(fieldOf(last.doc, searchOf(collection).order));
    const within = end === undefined ? match : { ...match, [order]: { $lt: below, $gte: end } };
    return { match: { ...within, ...checked }, end };
  };

  /** Examines a slice of each remaining tier, until one has more. `take` returns where it has enough. */
  const walk = async (
    collection: CopyCollection,
    { after, look, ...request }: SearchRequest,
    take: (tier: 0 | 1, match: Query) => Promise<number | undefined>,
  ): Promise<SearchCursor | undefined> => {
    for (const tier of tiersOf(collection, request)) {
      if (after !== undefined && tier.tier < after[0]) continue;
      const below = after?.[0] === tier.tier ? after[1] : Number.MAX_SAFE_INTEGER;
      const { match, end } = await sliceOf(collection, tier, below, look);
      const stop = (await take(tier.tier, match)) ?? end;
      if (stop !== undefined) return [tier.tier, stop];
    }
    return undefined;
  };

  const search = async (
    collection: CopyCollection,
    { limit, ...request }: SearchOptions,
  ): Promise<SearchResult> => {
    const hits: Hit[] = [];
    const { order } = searchOf(collection);
    const rest = await walk(collection, request, async (tier, match) => {
      const rows = await collection.documents
        .find(match, { projection: { _id: 0, 'doc.id': 1, [pathOf(order)]: 1 }, hint: gramsIndex })
        .sort({ [pathOf(order)]: -1 })
        .limit(limit - hits.length)
        .toArray();
      for (const { doc } of rows) {
        if (doc !== undefined) hits.push({ id: doc.id, cursor: [tier, Number(fieldOf(doc, order))] });
      }
      return hits.length >= limit ? hits.at(-1)?.cursor[1] : undefined;
    });
    return { hits, rest };
  };

  const countSearch = async (collection: CopyCollection, request: SearchRequest) => {
    let count = 0;
    const rest = await walk(collection, request, async (_tier, match) => {
      count += await collection.documents.countDocuments(match, { hint: gramsIndex });
      return undefined;
    });
    return { count, rest };
  };

  return { search, countSearch };
}

function searchOf({ declaration }: CopyCollection) {
  if (declaration.search === undefined) throw new Error(`${declaration.name} declares no search`);
  return declaration.search;
}

function tiersOf(
  collection: CopyCollection,
  { text, filter = {} }: Pick<SearchRequest, 'text' | 'filter'>,
): Tier[] {
  const search = searchOf(collection);
  const letters = [...text].length;
  const lists = valueEntries(search.lists ?? [], filter);
  const conditions = [
    ...conditionsOf(
      collection.declaration,
      Object.fromEntries(Object.entries(filter).filter(([field]) => search.lists?.includes(field) !== true)),
    ),
    ...lists.map((entry): Query => ({ grams: entry })),
  ];
  const values = [
    ...lists,
    ...valueEntries(search.filters, filter),
    ...levelEntries(search.levels ?? [], filter),
  ];
  // Searches for the text's position, because this expression takes it literally, whatever characters are in it.
  const placeIn = (field: string): Query => ({
    $indexOfBytes: [{ $ifNull: [`$${pathOf(field)}`, ''] }, { $literal: text }],
  });
  const tier = (number: 0 | 1, entries: readonly string[], ...checks: Query[]): Tier => ({
    tier: number,
    entries: [...entries, ...values],
    checks: [...conditions, ...checks.map(($expr) => ({ $expr }))],
  });
  if (letters === 0) {
    if (values.length === 0) throw new Error('A search needs a text, or a filter on a declared field');
    return [tier(0, [])];
  }
  if (letters < 3) return [tier(0, [beginsName(text)], { $eq: [placeIn(search.name), 0] })];
  const trigrams = someOf(trigramsOf(text));
  const isInName = { $gte: [placeIn(search.name), 0] };
  return [
    tier(0, trigrams.map(inName), isInName),
    tier(1, trigrams.map(inRest), { $gte: [placeIn(search.rest), 0] }, { $lt: [placeIn(search.name), 0] }),
  ];
}

/** Some of the trigrams, spread evenly. */
const someOf = (trigrams: readonly string[]): string[] => {
  const step = Math.max(1, trigrams.length / consideredMost);
  return trigrams.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
};

const valueEntries = (fields: readonly string[], filter: Filter): string[] =>
  fields.flatMap((field) => {
    const condition = filter[field];
    return isEquality(condition) ? [hasValue(field, condition)] : [];
  });

/** For an 'at least' condition, the index answers the integer part of the number. */
const levelEntries = (fields: readonly string[], filter: Filter): string[] =>
  fields.flatMap((field) => {
    const condition = filter[field];
    const least =
      typeof condition === 'object' && condition && 'gte' in condition ? condition.gte : undefined;
    return typeof least === 'number' && least >= 1 ? [hasLevel(field, Math.floor(least))] : [];
  });
