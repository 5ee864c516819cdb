import type { FieldValue, Filter, SearchCursor, SearchOptions } from './port.ts';
import { trigramsOf } from './letters.ts';
import { mark, prefixMark } from './marks.ts';
import { all, conditionsSql, type Sql } from './query.ts';
import { indexable } from './text-index.ts';
import type { Table } from './table.ts';
import type { PickTerms, Term } from './trigrams.ts';

type Asked = Pick<SearchOptions, 'text' | 'filter'>;
interface Tier {
  readonly tier: 0 | 1;
  /** FROM and WHERE over the text index and the texts `x`; the text index is walked in its own order. */
  readonly from: Sql;
  readonly rowid: string;
}

/**
 * The two steps of a search. The text index gives candidates in falling order of their rowid, which is the declared
 * order, so that a page reads no more than it shows. It is asked for no more than what finds them cheaply: each
 * candidate is then checked for all of it, the text and the filter.
 */
function tiersOf(pick: PickTerms, table: Table, { text, filter = {} }: Asked): Tier[] {
  const { search } = table.collection;
  if (search === undefined || table.textIndexes === undefined) {
    throw new Error(`${table.collection.name} declares no search`);
  }
  const length = [...text].length;
  if (length === 0) throw new Error('A search needs a text');
  const conditions = conditionsSql(table, filter);
  const marks = filterMarks(search.filters, filter);
  const tier = (number: 0 | 1, terms: readonly Term[], ...checks: Sql[]): Tier => {
    const fts = table.textIndexes?.[number] ?? '';
    const match = pick(table, number, [...terms, ...marks])
      .map(anyOf)
      .join(' AND ');
    const checked = all([...checks, ...conditions]);
    return {
      tier: number,
      rowid: `${fts}.rowid`,
      from: {
        text: `FROM ${fts} CROSS JOIN ${table.texts} x ON x.place = ${fts}.rowid
               WHERE ${fts} MATCH ? AND ${checked.text}`,
        values: [match, ...checked.values],
      },
    };
  };
  const place = (field: 'name' | 'rest', is: string): Sql => ({
    text: `instr(x.${field}, ?) ${is}`,
    values: [text],
  });
  if (length < 3) return [tier(0, [[prefixMark(text)]], place('name', '= 1'))];
  const trigrams = trigramsOf(indexable(text)).map((trigram) => [trigram]);
  return [
    tier(0, trigrams, place('name', '> 0')),
    tier(1, trigrams, place('rest', '> 0'), place('name', '= 0')),
  ];
}

/** A phrase of a trigram index is a plain piece of text, whatever signs are in it. */
const phrase = (text: string) => `"${text.replaceAll('"', '""')}"`;
const anyOf = (term: Term) => `(${term.map(phrase).join(' OR ')})`;

/** What of the filter the text index can answer: a value, or one of several, of a declared field. */
function filterMarks(fields: readonly string[], filter: Filter): Term[] {
  return fields.flatMap((field): Term[] => {
    const condition = filter[field];
    if (condition === undefined) return [];
    if (condition === null || typeof condition !== 'object') return [[mark(field, condition)]];
    if (!('in' in condition) || condition.in.length === 0) return [];
    return [condition.in.map((value: FieldValue) => mark(field, value))];
  });
}

/** The statements of a page, by tier, each giving order and document; the limit is their last value. */
export function planSearch(
  pick: PickTerms,
  table: Table,
  options: SearchOptions,
): { tier: 0 | 1; sql: Sql }[] {
  const { after } = options;
  return tiersOf(pick, table, options)
    .filter(({ tier }) => after === undefined || tier >= after[0])
    .map(({ tier, from, rowid }) => {
      const below = after?.[0] === tier ? beyond(rowid, after) : { text: '', values: [] };
      return {
        tier,
        sql: {
          text: `SELECT ${rowid}, (SELECT doc FROM ${table.name} t WHERE t.id = x.id)
                 ${from.text}${below.text} ORDER BY ${rowid} DESC LIMIT ?`,
          values: [...from.values, ...below.values],
        },
      };
    });
}

const beyond = (rowid: string, after: SearchCursor): Sql => ({
  text: ` AND ${rowid} < ?`,
  values: [BigInt(after[1])],
});

/** The statements that count the hits, by tier; the most to count is their last value. */
export function planCountSearch(pick: PickTerms, table: Table, asked: Asked): Sql[] {
  return tiersOf(pick, table, asked).map(({ from, rowid }) => ({
    text: `SELECT count(*) FROM (SELECT ${rowid} ${from.text} ORDER BY ${rowid} DESC LIMIT ?)`,
    values: from.values,
  }));
}
