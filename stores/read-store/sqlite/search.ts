import type { FieldValue, Filter, SearchResult, Hit, SearchCursor, SearchOptions } from '../port.ts';
import { trigramsOf } from '../letters.ts';
import { levelMark, mark, prefixMark } from './marks.ts';
import { all, conditionsSql, type Sql } from './query.ts';
import type { Row, Sqlite, SqlValue } from './sqlite.ts';
import { withoutNul, type Table } from './table.ts';
import { endsOf, type PickTerms, type Term } from './trigrams.ts';

type SearchRequest = Pick<SearchOptions, 'text' | 'filter' | 'after' | 'look'>;
interface Tier {
  readonly tier: 0 | 1;
  readonly match: string;
  /** The conditions that each candidate must meet, on the texts `x`. */
  readonly checks: Sql;
  /** Maximum number of places that one statement walks; undefined when the index is small. */
  readonly span: number | undefined;
}

/** Before the first of a tier. */
export const tierStart = Number.MAX_SAFE_INTEGER;

/**
 * The tiers of a search that remain after `after`. The text index gives candidates by rising rowid, which is the
 * declared order with the opposite sign: FTS5 walks its lists forward at half the cost. The index is queried only for
 * the terms that narrow the search cheaply; each candidate is then checked against the whole text and the filter.
 */
function tiersOf(pick: PickTerms, table: Table, { filter = {}, after, ...request }: SearchRequest): Tier[] {
  const { search } = table.collection;
  if (search === undefined || table.textIndexes === undefined) {
    throw new Error(`${table.collection.name} declares no search`);
  }
  const text = withoutNul(request.text);
  const length = [...text].length;
  const lists = search.lists ?? [];
  // The index alone answers conditions on lists.
  const passing: Sql = { text: 'TRUE', values: [] };
  const conditions = conditionsSql(
    table,
    Object.fromEntries(Object.entries(filter).filter(([field]) => !lists.includes(field))),
  );
  const marks = [
    ...filterMarks([...search.filters, ...lists], filter),
    ...levelMarks(search.levels ?? [], filter),
  ];
  const without = excludedMarks(search.filters, filter);
  const tier = (number: 0 | 1, terms: readonly Term[], ...checks: Sql[]): Tier => {
    const { terms: picked, span } = pick(table, number, [...terms, ...marks]);
    return {
      tier: number,
      match: picked.map(anyOf).join(' AND ') + (without.length === 0 ? '' : ` NOT ${anyOf(without)}`),
      checks: all([passing, ...checks, ...conditions]),
      // The entries of one list are all candidates, so the number of candidates already limits how far it is walked.
      span: picked.length === 1 && without.length === 0 ? undefined : span,
    };
  };
  const place = (field: 'name' | 'rest', is: string): Sql => ({
    text: `instr(x.${field}, ?) ${is}`,
    values: [text],
  });
  const first = after?.[0] ?? 0;
  if (length === 0) {
    if (marks.length === 0) throw new Error('A search needs a text, or a filter on a declared field');
    return first === 1 ? [] : [tier(0, [])];
  }
  if (length < 3) return first === 1 ? [] : [tier(0, [[prefixMark(text)]], place('name', '= 1'))];
  const trigrams = trigramsOf(text).map((trigram) => [trigram]);
  return [
    ...(first === 1 ? [] : [tier(0, trigrams, place('name', '> 0'))]),
    tier(1, trigrams, place('rest', '> 0'), place('name', '= 0')),
  ];
}

/** A phrase for a trigram index is plain text, whatever characters are in it. */
const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
const anyOf = (term: Term) => `(${term.map(phrase).join(' OR ')})`;

/** The parts of the filter that the text index can answer: one or several values of a declared field. */
function filterMarks(fields: readonly string[], filter: Filter): Term[] {
  return fields.flatMap((field): Term[] => {
    const condition = filter[field];
    if (condition === undefined) return [];
    if (condition === null || typeof condition !== 'object') return [[mark(field, condition)]];
    if (!('in' in condition) || condition.in.length === 0) return [];
    return [condition.in.map((value: FieldValue) => mark(field, value))];
  });
}

/** The index itself excludes at most this many values; candidates with these values are not even examined. */
const excludedMost = 64;

/** The marks of excluded values, as far as the index excludes them. */
function excludedMarks(fields: readonly string[], filter: Filter): string[] {
  return fields.flatMap((field) => {
    const condition = filter[field];
    if (typeof condition !== 'object' || condition === null || !('notIn' in condition)) return [];
    return condition.notIn.slice(0, excludedMost).map((value) => mark(field, value));
  });
}

/** For an 'at least' condition, the index answers the integer part of the number. */
function levelMarks(fields: readonly string[], filter: Filter): Term[] {
  return fields.flatMap((field): Term[] => {
    const condition = filter[field];
    const least =
      typeof condition === 'object' && condition && 'gte' in condition ? condition.gte : undefined;
    return typeof least === 'number' && least >= 1 ? [[levelMark(field, Math.floor(least))]] : [];
  });
}

/** The next `look` candidates of a tier beyond a place. */
function candidates(table: Table, { tier, match, span }: Tier, below: number, look: number) {
  const fts = table.textIndexes?.[tier] ?? '';
  const newest =
    below === tierStart && span !== undefined ? `(SELECT max(place) + 1 FROM ${table.texts})` : '?';
  const floor = span === undefined ? '' : ` AND rowid <= ? - ${newest}`;
  const bounds: SqlValue[] = span === undefined ? [] : newest === '?' ? [span, BigInt(below)] : [span];
  return {
    text: `(SELECT -rowid AS place FROM ${fts} WHERE ${fts} MATCH ? AND rowid > ?${floor}
            ORDER BY rowid LIMIT ?) c CROSS JOIN ${table.texts} x ON x.place = c.place`,
    values: [match, -BigInt(below), ...bounds, look] satisfies SqlValue[],
  };
}

interface Walk {
  readonly sqlite: Sqlite;
  readonly pick: PickTerms;
  readonly table: Table;
  readonly request: SearchRequest;
}

/**
 * Walks the tiers slice by slice until `look` candidates have been examined. `take` examines a tier's slice from a
 * place on. It returns how many candidates it examined, the last place, and whether it has enough.
 */
function walk(
  { sqlite, pick, table, request }: Walk,
  take: (tier: Tier, from: ReturnType<typeof candidates>) => Taken,
): SearchCursor | undefined {
  let { look } = request;
  const tiers = tiersOf(pick, table, request);
  for (const [at, tier] of tiers.entries()) {
    const below = request.after?.[0] === tier.tier ? request.after[1] : tierStart;
    const { looked, last, stop } = take(tier, candidates(table, tier, below, look));
    if (stop !== undefined) return [tier.tier, stop];
    if (looked >= look && last !== undefined) return [tier.tier, last];
    const floor = floorOf(sqlite, table, tier, below);
    if (floor !== undefined) return [tier.tier, floor];
    look -= looked;
    const next = tiers[at + 1];
    if (next !== undefined && look <= 0) return [next.tier, tierStart];
  }
  return undefined;
}

interface Taken {
  readonly looked: number;
  readonly last: number | undefined;
  /** The place where it has enough. */
  readonly stop?: number | undefined;
}

/** The place where a statement stopped because of its span; undefined when nothing lies beyond. */
function floorOf(sqlite: Sqlite, { texts }: Table, { span }: Tier, below: number): number | undefined {
  if (span === undefined) return undefined;
  const [oldest, newest] = endsOf(sqlite, texts);
  const floor = (below === tierStart ? newest + 1 : below) - span;
  return floor > oldest ? floor : undefined;
}

/** Hits among the next `look` candidates. */
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
      if (hits.length >= options.limit) return { looked: rows.length, last: place, stop: place };
    }
    const last = found.at(-1);
    return { looked: rows.length, last: last && placeOf(last) };
  });
  return { hits, rest };
}

const placeOf = ([place]: Row): number => Number(place);

/** How many hits are among the next `look` candidates. */
export function countSlice(where: Omit<Walk, 'request'>, request: SearchRequest) {
  let count = 0;
  const rest = walk({ ...where, request }, ({ checks }, from) => {
    const [[looked, last, hits] = []] = where.sqlite.rows(
      `SELECT count(*), min(c.place), total(CASE WHEN ${checks.text} THEN 1 ELSE 0 END) FROM ${from.text}`,
      [...checks.values, ...from.values],
    );
    count += Number(hits);
    return { looked: Number(looked), last: Number(last) };
  });
  return { count, rest };
}
