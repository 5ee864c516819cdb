import type { Sqlite } from './sqlite.ts';
import { quoteText, type Table } from './table.ts';

/** Documents looked at to learn which trigrams are common. */
const sampleSize = 512;
/** After so many searches the sample is taken again. */
const sampleLife = 4096;
/** Trigrams of a text that the index is asked for; the document is compared with the whole text anyway. */
const askedTrigrams = 3;

type Counts = ReadonlyMap<string, number>;

/** Picks those trigrams of a text that few documents hold: the index's lists of the common ones are long. */
export type RareTrigrams = (table: Table, tier: 0 | 1, text: string) => string[];

export function createRareTrigrams(sqlite: Sqlite): RareTrigrams {
  const samples = new Map<string, { counts: readonly [Counts, Counts]; uses: number }>();
  const countsOf = (table: Table) => {
    let sample = samples.get(table.name);
    if (sample === undefined || sample.uses >= sampleLife) {
      sample = { counts: takeSample(sqlite, table), uses: 0 };
      samples.set(table.name, sample);
    }
    sample.uses += 1;
    return sample.counts;
  };
  return (table, tier, text) => {
    const all = trigramsOf(text);
    if (all.length <= askedTrigrams) return all;
    const counts = countsOf(table)[tier];
    const count = (trigram: string) => counts.get(trigram) ?? 0;
    return all.sort((one, other) => count(one) - count(other)).slice(0, askedTrigrams);
  };
}

/** In how many documents, out of some spread evenly over the table, each trigram occurs: in names, and in rests. */
function takeSample(sqlite: Sqlite, table: Table): readonly [Counts, Counts] {
  const { search } = table.collection;
  const names = new Map<string, number>();
  const rests = new Map<string, number>();
  const last = Number(sqlite.rows(`SELECT max(rowid) FROM ${table.name}`)[0]?.[0] ?? 0);
  const picked = Array.from(
    { length: Math.min(last, sampleSize) },
    (_, at) => last - Math.floor((at * last) / sampleSize),
  );
  const text = (field = '') => `doc ->> ${quoteText(`$."${field}"`)}`;
  const rows = sqlite.rows(
    `SELECT ${text(search?.name)}, ${text(search?.rest)} FROM ${table.name}
     WHERE rowid IN (SELECT value FROM json_each(?)) AND gone = 0`,
    [JSON.stringify(picked)],
  );
  for (const [name, rest] of rows) {
    for (const trigram of trigramsOf(String(name ?? ''))) names.set(trigram, (names.get(trigram) ?? 0) + 1);
    for (const trigram of trigramsOf(String(rest ?? ''))) rests.set(trigram, (rests.get(trigram) ?? 0) + 1);
  }
  return [names, rests];
}

/** The different runs of three letters, a letter being a code point as for FTS5. */
function trigramsOf(text: string): string[] {
  const letters = [...text];
  const found = new Set<string>();
  for (let at = 0; at + 3 <= letters.length; at += 1) found.add(letters.slice(at, at + 3).join(''));
  return [...found];
}
