import { LRUCache } from 'lru-cache';

import type { Sqlite } from './sqlite.ts';
import type { Table } from './table.ts';
import { indexed } from './text-index.ts';

/** Documents in the sample that shows which trigrams are common, and which occur together. */
const sampleSize = 512;
/** Picks per sampled document until the sample is renewed, which is soon for a small, growing collection. */
const sampleLife = 32;
/** Examining a candidate document costs as much as this many entries of the index's lists. */
const documentCost = 40;
/** The maximum number of a long text's rarest terms that are considered, and the maximum that are queried. */
const consideredMost = 32;
const queriedMost = 8;
const remembered = 10_000;

/** Alternative entries of the text index: a hit has one of them. */
export type Term = readonly string[];

/** The sampled documents that have an entry, one bit for each document. */
type Holders = Uint32Array;

interface Sample {
  /** The indexed text of each document. */
  readonly texts: readonly string[];
  readonly known: LRUCache<string, Holders>;
}

/**
 * Picks the terms of a search that the text index is queried for, so that the hits are found at the least cost. It
 * picks the rarest first, and another one only if the documents that it rules out cost more than walking its list.
 * Each document found is checked for all terms anyway.
 */
export type PickTerms = (table: Table, terms: readonly Term[]) => Picked;

export interface Picked {
  readonly terms: readonly Term[];
  /** How many places one statement may walk, however few hits there are; undefined for all of them. */
  readonly span: number | undefined;
}

/** Documents that one statement may walk past, because the lists of two common terms may never meet. */
const walkedMost = 50_000;

export function createTermPicker(sqlite: Sqlite): PickTerms {
  const samples = new Map<
    string,
    { readonly own: Sample; readonly span: number | undefined; life: number }
  >();
  const sampleOf = (table: Table) => {
    let sample = samples.get(table.name);
    if (sample === undefined || sample.life <= 0) {
      samples.clear();
      const own = takeSample(sqlite, table);
      sample = { own, span: spanOf(sqlite, table), life: 1 + own.texts.length * sampleLife };
      samples.set(table.name, sample);
    }
    sample.life -= 1;
    return sample;
  };
  return (table, terms) => {
    const { own, span } = sampleOf(table);
    return { terms: terms.length === 1 ? terms : pick(own, terms), span };
  };
}

function pick(sample: Sample, terms: readonly Term[]): Term[] {
  const left = terms
    .map((term) => ({ term, holders: holdersOfAny(sample, term) }))
    .map((each) => ({ ...each, count: countBits(each.holders) }))
    .sort((one, other) => one.count - other.count)
    .slice(0, consideredMost);
  const [rarest] = left.splice(0, 1);
  if (rarest === undefined) return [];
  const picked = [rarest.term];
  for (let { holders, count } = rarest; left.length > 0 && picked.length < queriedMost;) {
    const options = left.map((option) => {
      const both = holders.map((bits, at) => bits & (option.holders[at] ?? 0));
      return { option, both, count: countBits(both) };
    });
    const best = options.reduce((one, other) => (costOf(other) < costOf(one) ? other : one));
    // Adds half a document, because an entry may exist even if no sampled document has it.
    if ((count - best.count + 0.5) * documentCost <= best.option.count) break;
    picked.push(best.option.term);
    ({ both: holders, count } = best);
    left.splice(left.indexOf(best.option), 1);
  }
  return picked;
}

function holdersOfAny(sample: Sample, term: Term): Holders {
  const [first = '', ...others] = term;
  let holders = holdersOf(sample, first);
  for (const entry of others) {
    const more = holdersOf(sample, entry);
    holders = holders.map((bits, at) => bits | (more[at] ?? 0));
  }
  return holders;
}

function holdersOf({ texts, known }: Sample, entry: string): Holders {
  let holders = known.get(entry);
  if (holders === undefined) {
    holders = new Uint32Array(sampleSize / 32);
    for (const [at, text] of texts.entries())
      if (text.includes(entry)) holders[at >>> 5] = (holders[at >>> 5] ?? 0) | (1 << (at & 31));
    known.set(entry, holders);
  }
  return holders;
}

const costOf = ({ option, count }: { readonly option: { readonly count: number }; readonly count: number }) =>
  count * documentCost + option.count;

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) count += 1;
  return count;
}

/** The number of places that hold about as many documents as one statement may walk past. */
function spanOf(sqlite: Sqlite, { texts }: Table): number | undefined {
  const documents = guessDocuments(sqlite, texts);
  const [first, last] = endsOf(sqlite, texts);
  return documents <= walkedMost ? undefined : Math.ceil(((last - first) / documents) * walkedMost);
}

/**
 * The first and last place of a table, 0 if it is empty, by two queries. A single `SELECT min(), max()` would read all
 * of it.
 */
export function endsOf(sqlite: Pick<Sqlite, 'rows'>, texts: string): readonly [first: number, last: number] {
  const [row = []] = sqlite.rows(
    `SELECT (SELECT min(place) FROM ${texts}), (SELECT max(place) FROM ${texts})`,
  );
  const [first, last] = row;
  return [Number(first ?? 0), Number(last ?? 0)];
}

/** Evenly spread stretches, each of this many documents, from which the number of all documents is estimated. */
const stretches = 64;
const stretch = 32;

/**
 * Estimates the number of documents from the density of their places. Counting a million of them took 300 ms. FTS5's
 * own number is of no use, because it never decreases.
 */
export function guessDocuments(sqlite: Pick<Sqlite, 'rows'>, texts: string): number {
  const [first, last] = endsOf(sqlite, texts);
  const step = (last - first) / stretches;
  const ends = Array.from({ length: stretches }, (_, at) => Math.floor(first + (at + 1) * step));
  const rows = sqlite.rows(
    `SELECT value - (SELECT place FROM ${texts} WHERE place <= value ORDER BY place DESC LIMIT 1 OFFSET ${stretch - 1})
     FROM json_each(?)`,
    [JSON.stringify(ends)],
  );
  // The first stretches may reach beyond the beginning.
  const lengths = rows.flatMap(([length]) => (typeof length === 'number' ? [length] : []));
  const found = lengths.reduce((sum, length) => sum + (step * stretch) / (length + 1), 0);
  return lengths.length === 0 ? 0 : (found * stretches) / lengths.length;
}

/** Samples documents spread evenly over the order, with their texts in the index. */
function takeSample(sqlite: Sqlite, table: Table): Sample {
  const { texts } = table;
  const [first, last] = endsOf(sqlite, texts);
  const step = (last - first) / (sampleSize - 1);
  const places = Array.from({ length: sampleSize }, (_, at) => Math.floor(first + at * step));
  const { tokens, text } = indexed(table);
  const rows = sqlite.rows(
    `SELECT ${text} || ' ' || ${tokens} FROM ${texts} WHERE place IN
       (SELECT (SELECT max(place) FROM ${texts} WHERE place <= value) FROM json_each(?))`,
    [JSON.stringify(places)],
  );
  return { texts: rows.map(([indexed]) => String(indexed)), known: new LRUCache({ max: remembered }) };
}
