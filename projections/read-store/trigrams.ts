import type { Sqlite } from './sqlite.ts';
import { quoteText, type Table } from './table.ts';

/** Documents looked at to learn which trigrams are common, and which go together. */
const sampleSize = 512;
/** Searches per sampled document after which the sample is taken again: soon for a small, growing collection. */
const sampleLife = 4;
/** To look at a candidate document costs as much as so many entries of the index's lists. */
const documentCost = 40;

/** The documents of the sample that hold a trigram, a bit each. */
type Holders = Uint32Array;
type Sample = ReadonlyMap<string, Holders>;

/**
 * Picks those trigrams of a text to ask the index for that find it at the least cost: the rarest first, another one
 * only if the documents that it rules out cost more than walking its list. The document is compared with the whole
 * text anyway.
 */
export type PickTrigrams = (table: Table, tier: 0 | 1, text: string) => string[];

export function createTrigramPicker(sqlite: Sqlite): PickTrigrams {
  const samples = new Map<string, { readonly tiers: readonly [Sample, Sample]; life: number }>();
  const sampleOf = (table: Table) => {
    let sample = samples.get(table.name);
    if (sample === undefined || sample.life <= 0) {
      samples.clear();
      const { size, tiers } = takeSample(sqlite, table);
      sample = { tiers, life: 1 + size * sampleLife };
      samples.set(table.name, sample);
    }
    sample.life -= 1;
    return sample.tiers;
  };
  return (table, tier, text) => {
    const trigrams = trigramsOf(text);
    return trigrams.length === 1 ? trigrams : pick(sampleOf(table)[tier], trigrams);
  };
}

function pick(sample: Sample, trigrams: readonly string[]): string[] {
  const unknown = new Uint32Array(sampleSize / 32);
  const left = trigrams
    .map((trigram) => ({ trigram, holders: sample.get(trigram) ?? unknown }))
    .map((each) => ({ ...each, count: countBits(each.holders) }))
    .sort((one, other) => one.count - other.count);
  const [rarest] = left.splice(0, 1);
  if (rarest === undefined) return [];
  const picked = [rarest.trigram];
  for (let { holders, count } = rarest; left.length > 0;) {
    const options = left.map((option) => {
      const both = holders.map((bits, at) => bits & (option.holders[at] ?? 0));
      return { option, both, count: countBits(both) };
    });
    const [best] = options.sort((one, other) => costOf(one) - costOf(other));
    // Half a document more: what the sample does not show may still be there.
    if (best === undefined || (count - best.count + 0.5) * documentCost <= best.option.count) break;
    picked.push(best.option.trigram);
    ({ both: holders, count } = best);
    left.splice(left.indexOf(best.option), 1);
  }
  return picked;
}

const costOf = ({ option, count }: { readonly option: { readonly count: number }; readonly count: number }) =>
  count * documentCost + option.count;

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) count += 1;
  return count;
}

/** Which trigrams occur where, in names and in rests, in documents spread evenly over the table. */
function takeSample(
  sqlite: Sqlite,
  table: Table,
): { readonly size: number; readonly tiers: readonly [Sample, Sample] } {
  const { search } = table.collection;
  const last = Number(sqlite.rows(`SELECT max(rowid) FROM ${table.name}`)[0]?.[0] ?? 0);
  const size = Math.min(last, sampleSize);
  const picked = Array.from({ length: size }, (_, at) => last - Math.floor((at * last) / size));
  const text = (field = '') => `doc ->> ${quoteText(`$."${field}"`)}`;
  const rows = sqlite.rows(
    `SELECT ${text(search?.name)}, ${text(search?.rest)} FROM ${table.name}
     WHERE rowid IN (SELECT value FROM json_each(?)) AND gone = 0`,
    [JSON.stringify(picked)],
  );
  const holdersIn = (texts: readonly string[]) => {
    const sample = new Map<string, Holders>();
    for (const [at, each] of texts.entries()) {
      for (const trigram of trigramsOf(each)) {
        let holders = sample.get(trigram);
        if (holders === undefined) sample.set(trigram, (holders = new Uint32Array(sampleSize / 32)));
        holders[at >>> 5] = (holders[at >>> 5] ?? 0) | (1 << (at & 31));
      }
    }
    return sample;
  };
  const names = holdersIn(rows.map(([name]) => String(name ?? '')));
  const rests = holdersIn(rows.map(([, rest]) => String(rest ?? '')));
  return { size, tiers: [names, rests] };
}

/** The different runs of three letters, a letter being a code point as for FTS5. */
function trigramsOf(text: string): string[] {
  const letters = [...text];
  const found = new Set<string>();
  for (let at = 0; at + 3 <= letters.length; at += 1) found.add(letters.slice(at, at + 3).join(''));
  return [...found];
}
