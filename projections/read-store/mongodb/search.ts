import { LRUCache } from 'lru-cache';
import type { Document as Query } from 'mongodb';

import { trigramsOf } from '../letters.ts';
import type { Document, Filter, Hit, SearchOptions } from '../port.ts';
import { gramsIndex, pathOf, type CopyCollection } from './copies.ts';
import { beginsName, fieldOf, hasValue, inName, inRest } from './grams.ts';
import { all, conditionsOf, isEquality } from './plan.ts';

type Asked = Pick<SearchOptions, 'text' | 'filter'>;

interface Tier {
  readonly tier: 0 | 1;
  /** Entries of the index that every hit has: one of them is walked. */
  readonly entries: readonly string[];
  /** What every hit is checked for. */
  readonly checks: readonly Query[];
}

/** An entry with as many documents is as common as any. */
const common = 1000;
/** Of a long text so many trigrams are weighed. */
const weighed = 8;
const remembered = { max: 5000, ttl: 60_000 /* milliseconds */ };

/**
 * Text search in two steps. The index gives, for the rarest entry of those that a hit must have, the documents in
 * falling order, so that a page reads no more than it shows; each is then checked for the whole text.
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

  const matchOf = async (collection: CopyCollection, { entries, checks }: Tier): Promise<Query> => {
    const { live: _, ...checked } = all(checks);
    return { grams: await rarest(collection, entries), ...checked };
  };

  const search = async <D extends Document>(
    collection: CopyCollection,
    { limit, after, ...asked }: SearchOptions,
  ): Promise<Hit<D>[]> => {
    const hits: Hit<D>[] = [];
    const { order } = searchOf(collection);
    for (const tier of tiersOf(collection, asked)) {
      if (hits.length >= limit || (after !== undefined && tier.tier < after[0])) continue;
      const match = await matchOf(collection, tier);
      const below = after?.[0] === tier.tier ? { [pathOf(order)]: { $lt: after[1] } } : {};
      const rows = await collection.documents
        .find({ ...match, ...below }, { projection: { _id: 0, doc: 1 }, hint: gramsIndex })
        .sort({ [pathOf(order)]: -1 })
        .limit(limit - hits.length)
        .toArray();
      for (const { doc } of rows) {
        // The caller names the type of what was stored there.
        if (doc !== undefined)
          hits.push({ document: doc as D, cursor: [tier.tier, Number(fieldOf(doc, order))] });
      }
    }
    return hits;
  };

  const countSearch = async (collection: CopyCollection, asked: Asked, most: number): Promise<number> => {
    let found = 0;
    for (const tier of tiersOf(collection, asked)) {
      if (found >= most) break;
      const match = await matchOf(collection, tier);
      found += await collection.documents.countDocuments(match, { hint: gramsIndex, limit: most - found });
    }
    return found;
  };

  return { search, countSearch };
}

function searchOf({ declaration }: CopyCollection) {
  if (declaration.search === undefined) throw new Error(`${declaration.name} declares no search`);
  return declaration.search;
}

function tiersOf(collection: CopyCollection, { text, filter = {} }: Asked): Tier[] {
  const search = searchOf(collection);
  const letters = [...text].length;
  if (letters === 0) throw new Error('A search needs a text');
  const conditions = conditionsOf(collection.declaration, filter);
  const values = valueEntries(search.filters, filter);
  // The place of the text in a field: an expression takes it literally, whatever signs are in it.
  const placeIn = (field: string): Query => ({
    $indexOfBytes: [{ $ifNull: [`$${pathOf(field)}`, ''] }, { $literal: text }],
  });
  const tier = (number: 0 | 1, entries: readonly string[], ...checks: Query[]): Tier => ({
    tier: number,
    entries: [...entries, ...values],
    checks: [...conditions, ...checks.map(($expr) => ({ $expr }))],
  });
  if (letters < 3) return [tier(0, [beginsName(text)], { $eq: [placeIn(search.name), 0] })];
  const trigrams = someOf(trigramsOf(text));
  const isInName = { $gte: [placeIn(search.name), 0] };
  return [
    tier(0, trigrams.map(inName), isInName),
    tier(1, trigrams.map(inRest), { $gte: [placeIn(search.rest), 0] }, { $lt: [placeIn(search.name), 0] }),
  ];
}

/** Some of many, spread evenly. */
const someOf = (trigrams: readonly string[]): string[] => {
  const step = Math.max(1, trigrams.length / weighed);
  return trigrams.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
};

const valueEntries = (fields: readonly string[], filter: Filter): string[] =>
  fields.flatMap((field) => {
    const condition = filter[field];
    return isEquality(condition) ? [hasValue(field, condition)] : [];
  });
