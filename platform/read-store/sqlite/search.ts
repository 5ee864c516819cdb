import { sought } from '#contracts/shared/search-words';

import type {
  CountOptions,
  CountResult,
  Filter,
  SearchResult,
  Hit,
  SearchCursor,
  SearchOptions,
} from '../port.ts';
import { isEquality, isList } from '../filter.ts';
import { levelEntries, someTrigrams, withoutLists } from '../search-terms.ts';
import { levelToken, tierText, token } from './index-tokens.ts';
import { all, conditionsSql, type Sql } from './query.ts';
import type { Row, Sqlite, SqlValue } from './sqlite.ts';
import { textColumns, withoutNul, type Table } from './table.ts';
import { endsOf, type PickTerms, type Term } from './trigrams.ts';

type SearchRequest = Pick<SearchOptions, 'words' | 'tiers' | 'filter' | 'after' | 'scanLimit'>;
interface Tier {
  readonly tier: number;
  readonly match: string;
  /** The conditions that each candidate must meet, on the texts `x`. */
  readonly checks: Sql;
  /** Maximum number of places that one statement walks; undefined when the index is small. */
  readonly span: number | undefined;
}

/** For a long search: how many trigrams are considered. */
const trigramsMost = 32;

/** The cursor before the first place of a tier. */
const tierStart = Number.MAX_SAFE_INTEGER;

/**
 * Creates a tier of a search, with conditions on its words. The text index gives candidates by rising rowid, which is
 * the declared order with the opposite sign: FTS5 walks its lists forward at half the cost. The index is queried only
 * for the terms that narrow the search cheaply; each candidate is then checked for all words and the filter.
 */
function createTiers(pick: PickTerms, table: Table, { filter = {}, words }: SearchRequest) {
  const { search } = table.collection;
  if (search === undefined) {
    throw new Error(`${table.collection.name} declares no search`);
  }
  const { fields, filters, lists = [], levels = [] } = search;
  const fragments = fragmentsOf(words);
  const listed = filterTokens(lists, filter);
  const tokens = [
    ...filterTokens(filters, filter),
    ...listed,
    ...levelEntries(levels, filter, levelToken).map((each) => [each]),
  ];
  const without = excludedTokens(filters, filter);
  // No column has the texts of a list, only their tokens.
  const conditions = [
    { text: 'TRUE', values: [] },
    ...listed.map((values): Sql => ({
      text: `(${values.map(() => 'instr(x.listed, ?) > 0').join(' OR ')})`,
      values,
    })),
    ...conditionsSql(table, withoutLists(filter, lists)),
  ];
  if (words.length === 0 && tokens.length === 0)
    throw new Error('A search needs a word, or a filter on a declared field');
  return (number: number, checked: Sql[]): Tier => {
    const texts = fragments.map((fragment) => tierText(number, fields.length, fragment));
    const trigrams = someTrigrams(texts, trigramsMost).map((trigram) => [trigram]);
    const { terms: picked, span } = pick(table, [...trigrams, ...tokens]);
    return {
      tier: number,
      match: picked.map(anyOf).join(' AND ') + (without.length === 0 ? '' : ` NOT ${anyOf(without)}`),
      checks: all([...conditions, ...checked]),
      // The entries of one list are all candidates, so the number of candidates already limits how far it is walked.
      span: picked.length === 1 && without.length === 0 ? undefined : span,
    };
  };
}

const fragmentsOf = (words: readonly string[]) => words.map((word) => sought(withoutNul(word)));

/** The tiers of a search that remain after `after`. */
function tiersOf(pick: PickTerms, table: Table, request: SearchRequest): Tier[] {
  const { words, tiers = Infinity, after } = request;
  const create = createTiers(pick, table, request);
  const count = words.length === 0 ? 1 : Math.min(tiers, textColumns(table).length);
  return Array.from({ length: count }, (_, tier) => tier)
    .slice(after?.[0] ?? 0)
    .map((tier) => create(tier, inTier(table, tier, fragmentsOf(words))));
}

/** The last tier, which holds every hit. */
function countedTier(pick: PickTerms, table: Table, request: SearchRequest): Tier {
  const { words } = request;
  const last = words.length === 0 ? 0 : textColumns(table).length - 1;
  return createTiers(pick, table, request)(last, upToTier(table, last, fragmentsOf(words)));
}

/** Conditions on `x`: the fields up to this tier have all fragments. */
function upToTier(table: Table, tier: number, fragments: readonly string[]): Sql[] {
  const fields = textColumns(table).slice(0, tier + 1);
  return fragments.map((fragment) => ({
    text: `(${fields.map((field) => `instr(x.${field}, ?) > 0`).join(' OR ')})`,
    values: fields.map(() => fragment),
  }));
}

/** Conditions on `x`: the fields up to this tier have all fragments, and those up to the tier before do not. */
function inTier(table: Table, tier: number, fragments: readonly string[]): Sql[] {
  const own = upToTier(table, tier, fragments);
  if (tier === 0 || fragments.length === 0) return own;
  const before = all(upToTier(table, tier - 1, fragments));
  return [...own, { text: `NOT (${before.text})`, values: before.values }];
}

/** A phrase for a trigram index is plain text, whatever characters are in it. */
const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
const anyOf = (term: Term) => `(${term.map(phrase).join(' OR ')})`;

/** The parts of the filter that the text index can answer: one or several values of a declared field. */
function filterTokens(fields: readonly string[], filter: Filter): Term[] {
  return fields.flatMap((field): Term[] => {
    const condition = filter[field];
    if (isEquality(condition)) return [[token(field, condition)]];
    if (!isList(condition) || condition.in.length === 0) return [];
    return [condition.in.map((value) => token(field, value))];
  });
}

/** The index itself excludes at most this many values; candidates with these values are not even examined. */
const excludedMost = 64;

/** The tokens of excluded values, as far as the index excludes them. */
function excludedTokens(fields: readonly string[], filter: Filter): string[] {
  return fields.flatMap((field) => {
    const condition = filter[field];
    if (typeof condition !== 'object' || condition === null || !('notIn' in condition)) return [];
    return condition.notIn.slice(0, excludedMost).map((value) => token(field, value));
  });
}

/** The next `scanLimit` candidates of a tier beyond a place. */
function candidates(table: Table, { match, span }: Tier, below: number, scanLimit: number) {
  const newest =
    below === tierStart && span !== undefined ? `(SELECT max(place) + 1 FROM ${table.texts})` : '?';
  const floor = span === undefined ? '' : ` AND rowid <= ? - ${newest}`;
  const bounds: SqlValue[] = span === undefined ? [] : newest === '?' ? [span, BigInt(below)] : [span];
  return {
    text: `(SELECT -rowid AS place FROM ${table.textIndex} WHERE ${table.textIndex} MATCH ? AND rowid > ?${floor}
            ORDER BY rowid LIMIT ?) c CROSS JOIN ${table.texts} x ON x.place = c.place`,
    values: [match, -BigInt(below), ...bounds, scanLimit] satisfies SqlValue[],
  };
}

interface Walk {
  readonly sqlite: Sqlite;
  readonly pick: PickTerms;
  readonly table: Table;
  readonly request: SearchRequest;
}

/**
 * Walks the tiers slice by slice until `scanLimit` candidates have been examined. `take` examines a tier's slice from a
 * place on. It returns the number of examined candidates, the last place and, once it has enough hits, the place where
 * it stopped.
 */
function walk(
  { sqlite, pick, table, request }: Walk,
  take: (tier: Tier, from: ReturnType<typeof candidates>) => Taken,
): SearchCursor | undefined {
  let { scanLimit } = request;
  const tiers = tiersOf(pick, table, request);
  for (const [at, tier] of tiers.entries()) {
    const below = request.after?.[0] === tier.tier ? request.after[1] : tierStart;
    const { scanned, last, stop } = take(tier, candidates(table, tier, below, scanLimit));
    if (stop !== undefined) return [tier.tier, stop];
    if (scanned >= scanLimit && last !== undefined) return [tier.tier, last];
    const floor = floorOf(sqlite, table, tier, below);
    if (floor !== undefined) return [tier.tier, floor];
    scanLimit -= scanned;
    const next = tiers[at + 1];
    if (next !== undefined && scanLimit <= 0) return [next.tier, tierStart];
  }
  return undefined;
}

interface Taken {
  readonly scanned: number;
  readonly last: number | undefined;
  /** The place where `take` had enough hits. */
  readonly stop?: number | undefined;
}

/** The place where a statement stopped because of its span; undefined when nothing lies beyond. */
function floorOf(sqlite: Sqlite, { texts }: Table, { span }: Tier, below: number): number | undefined {
  if (span === undefined) return undefined;
  const [oldest, newest] = endsOf(sqlite, texts);
  const floor = (below === tierStart ? newest + 1 : below) - span;
  return floor > oldest ? floor : undefined;
}

/** Hits among the next `scanLimit` candidates. */
export function searchSlice(where: Omit<Walk, 'request'>, options: SearchOptions): SearchResult {
  const { sqlite } = where;
  const hits: Hit[] = [];
  const rest = walk({ ...where, request: options }, ({ tier, checks }, from) => {
    const rows = sqlite.rows(`SELECT c.place, CASE WHEN ${checks.text} THEN x.id END FROM ${from.text}`, [
      ...checks.values,
      ...from.values,
    ]);
    const found = rows.sort((one, other) => placeOf(other) - placeOf(one));
    for (const row of found) {
      const place = placeOf(row);
      const [, id] = row;
      if (typeof id !== 'string') continue;
      hits.push({ id, cursor: [tier, place] });
      if (hits.length >= options.limit) return { scanned: rows.length, last: place, stop: place };
    }
    const last = found.at(-1);
    return { scanned: rows.length, last: last && placeOf(last) };
  });
  return { hits, rest };
}

const placeOf = ([place]: Row): number => Number(place);

/** How many hits are among the next `scanLimit` candidates. */
export function countSlice(
  { sqlite, pick, table }: Omit<Walk, 'request'>,
  { after = tierStart, scanLimit, ...search }: CountOptions,
): CountResult {
  const tier = countedTier(pick, table, { ...search, scanLimit });
  const from = candidates(table, tier, after, scanLimit);
  const [[scanned, last, hits] = []] = sqlite.rows(
    `SELECT count(*), min(c.place), total(CASE WHEN ${tier.checks.text} THEN 1 ELSE 0 END) FROM ${from.text}`,
    [...tier.checks.values, ...from.values],
  );
  const end = Number(scanned) >= scanLimit ? Number(last) : floorOf(sqlite, table, tier, after);
  return { count: Number(hits), rest: end };
}
