import { LRUCache } from 'lru-cache';
import type { Document as Query } from 'mongodb';

import { sought } from '#contracts/shared/search-words';

import { fieldValue, type Filter, isEquality } from '../filter.ts';
import { levelEntries, someTrigrams, withoutLists } from '../search-terms.ts';
import type { CountOptions, CountResult, SearchResult, Hit, SearchCursor, SearchOptions } from '../port.ts';
import { gramsIndex, pathOf, type GenerationCollection } from './generations.ts';
import { hasLevel, hasValue, inTier } from './grams.ts';
import { all, conditionsOf } from './plan.ts';

type SearchRequest = Omit<SearchOptions, 'limit'>;

interface Tier {
  readonly tier: number;
  /** Index entries that every hit has; the search walks one of them. */
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

  const sizeOf = async ({ documents }: GenerationCollection, entry: string): Promise<number> => {
    const key = `${documents.collectionName} ${entry}`;
    const known = sizes.get(key);
    if (known !== undefined) return known;
    const size = await documents.countDocuments({ grams: entry }, { hint: gramsIndex, limit: common });
    sizes.set(key, size);
    return size;
  };

  const rarest = async (collection: GenerationCollection, entries: readonly string[]): Promise<string> => {
    const [first = ''] = entries;
    if (entries.length === 1) return first;
    const found = await Promise.all(
      entries.map(async (entry) => ({ entry, size: await sizeOf(collection, entry) })),
    );
    return found.reduce((best, each) => (each.size < best.size ? each : best)).entry;
  };

  /** Examines the next `scanLimit` candidates of a tier: returns the matches, and where they end if there are more. */
  const sliceOf = async (
    collection: GenerationCollection,
    { entries, checks }: Tier,
    below: number,
    scanLimit: number,
  ) => {
    const { live: _, ...checked } = all(checks);
    const entry = await rarest(collection, entries);
    const order = pathOf(searchOf(collection).order);
    const match = { grams: entry, [order]: { $lt: below } };
    const [last] = await collection.documents
      .find(match, { projection: { _id: 0, doc: 1 }, hint: gramsIndex })
      .sort({ [order]: -1 })
      .skip(scanLimit - 1)
      .limit(1)
      .toArray();
    const end = last?.doc && Number(fieldValue(last.doc, searchOf(collection).order));
    const within = end === undefined ? match : { ...match, [order]: { $lt: below, $gte: end } };
    return { match: { ...within, ...checked }, end };
  };

  /**
   * Examines a slice of each remaining tier, until a tier has more candidates. `take` returns where it has enough hits.
   */
  const walk = async (
    collection: GenerationCollection,
    { after, scanLimit, ...request }: SearchRequest,
    take: (tier: number, match: Query) => Promise<number | undefined>,
  ): Promise<SearchCursor | undefined> => {
    for (const tier of tiersOf(collection, request)) {
      if (after !== undefined && tier.tier < after[0]) continue;
      const below = after?.[0] === tier.tier ? after[1] : Number.MAX_SAFE_INTEGER;
      const { match, end } = await sliceOf(collection, tier, below, scanLimit);
      const stop = (await take(tier.tier, match)) ?? end;
      if (stop !== undefined) return [tier.tier, stop];
    }
    return undefined;
  };

  const search = async (
    collection: GenerationCollection,
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
        if (doc !== undefined) hits.push({ id: doc.id, cursor: [tier, Number(fieldValue(doc, order))] });
      }
      return hits.length >= limit ? hits.at(-1)?.cursor[1] : undefined;
    });
    return { hits, rest };
  };

  const countSearch = async (
    collection: GenerationCollection,
    { after = Number.MAX_SAFE_INTEGER, scanLimit, ...request }: CountOptions,
  ): Promise<CountResult> => {
    const { match, end } = await sliceOf(collection, countedTier(collection, request), after, scanLimit);
    return { count: await collection.documents.countDocuments(match, { hint: gramsIndex }), rest: end };
  };

  return { search, countSearch };
}

function searchOf({ declaration }: GenerationCollection) {
  if (declaration.search === undefined) throw new Error(`${declaration.name} declares no search`);
  return declaration.search;
}

type Asked = Pick<SearchRequest, 'words' | 'tiers' | 'filter'>;

/** Creates a tier of a search, with conditions on its words. */
function createTiers(collection: GenerationCollection, { words, filter = {} }: Asked) {
  const { filters, lists = [], levels = [] } = searchOf(collection);
  const listed = valueEntries(lists, filter);
  const conditions = [
    ...conditionsOf(collection.declaration, withoutLists(filter, lists)),
    ...listed.map((entry): Query => ({ grams: entry })),
  ];
  const values = [...listed, ...valueEntries(filters, filter), ...levelEntries(levels, filter, hasLevel)];
  if (words.length === 0 && values.length === 0)
    throw new Error('A search needs a word, or a filter on a declared field');
  const trigrams = someTrigrams(words.map(sought), consideredMost);
  return (tier: number, ...checks: Query[]): Tier => ({
    tier,
    entries: [...trigrams.map((trigram) => inTier(tier, trigram)), ...values],
    checks: [...conditions, ...checks.map(($expr) => ({ $expr }))],
  });
}

function tiersOf(collection: GenerationCollection, asked: Asked): Tier[] {
  const { words, tiers = Infinity } = asked;
  const create = createTiers(collection, asked);
  if (words.length === 0) return [create(0)];
  return searchOf(collection)
    .fields.slice(0, tiers)
    .map((_, tier) => {
      const before = tier === 0 ? [] : [{ $not: [haveAll(words, tier - 1)] }];
      return create(tier, haveAll(words, tier), ...before);
    });
}

/** The last tier, whose entries every hit has. */
function countedTier(collection: GenerationCollection, asked: Asked): Tier {
  const create = createTiers(collection, asked);
  if (asked.words.length === 0) return create(0);
  const last = searchOf(collection).fields.length - 1;
  return create(last, haveAll(asked.words, last));
}

/** The condition that the fields up to a tier contain all words. Words are matched literally. */
function haveAll(words: readonly string[], tier: number): Query {
  const fields = Array.from({ length: tier + 1 }, (_, at) => ({ $arrayElemAt: ['$texts', at] }));
  return {
    $and: words.map((word) => ({
      $or: fields.map((field) => ({ $gte: [{ $indexOfBytes: [field, { $literal: sought(word) }] }, 0] })),
    })),
  };
}

const valueEntries = (fields: readonly string[], filter: Filter): string[] =>
  fields.flatMap((field) => {
    const condition = filter[field];
    return isEquality(condition) ? [hasValue(field, condition)] : [];
  });
