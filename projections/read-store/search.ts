import type { FieldValue, Filter, SearchCursor, SearchOptions } from './port.ts';
import { mark, prefixMark } from './marks.ts';
import { filterSql, type Sql } from './query.ts';
import type { PickTrigrams } from './trigrams.ts';
import { column, quoteText, type Table } from './table.ts';

type Asked = Pick<SearchOptions, 'text' | 'filter'>;
interface Tier {
  readonly tier: 0 | 1;
  /** FROM and WHERE over the text index and the documents; the text index is walked in its own order. */
  readonly from: Sql;
  readonly rowid: string;
}

/**
 * The two steps of a search. The text index gives candidates in falling order of their rowid, which is the declared
 * order, so that a page reads no more than it shows. Each candidate is then checked on its document: the index is
 * exact but for marks that share their letters.
 */
function tiersOf(pick: PickTrigrams, table: Table, { text, filter = {} }: Asked): Tier[] {
  const { search } = table.collection;
  if (search === undefined || table.textIndexes === undefined) {
    throw new Error(`${table.collection.name} declares no search`);
  }
  const length = [...text].length;
  if (length === 0) throw new Error('A search needs a text');
  const where = filterSql(table, filter);
  const marks = filterMarks(search.filters, filter);
  const tier = (number: 0 | 1, asked: readonly string[], checks: Sql): Tier => {
    const fts = table.textIndexes?.[number] ?? '';
    const match = [...asked, ...marks].map((part) => phrase(part)).join(' AND ');
    return {
      tier: number,
      rowid: `${fts}.rowid`,
      from: {
        text: `FROM ${fts} CROSS JOIN ${table.name} t ON t.${column(search.order)} = ${fts}.rowid
               WHERE ${fts} MATCH ? AND ${checks.text} AND ${where.text}`,
        values: [match, ...checks.values, ...where.values],
      },
    };
  };
  const inField = (field: string) => `instr(ifnull(t.doc ->> ${quoteText(`$."${field}"`)}, ''), ?)`;
  const inName = inField(search.name);
  if (length < 3) return [tier(0, [prefixMark(text)], { text: `${inName} = 1`, values: [text] })];
  // Most candidates fall already here, where the document is not yet taken apart.
  const inDocument = JSON.stringify(text).slice(1, -1);
  return [
    tier(0, pick(table, 0, text), {
      text: `instr(t.doc, ?) > 0 AND ${inName} > 0`,
      values: [inDocument, text],
    }),
    tier(1, pick(table, 1, text), {
      text: `instr(t.doc, ?) > 0 AND ${inField(search.rest)} > 0 AND ${inName} = 0`,
      values: [inDocument, text, text],
    }),
  ];
}

/** A phrase of a trigram index is a plain piece of text, whatever signs are in it. */
const phrase = (text: string | readonly string[]) =>
  typeof text === 'string' ? quotePhrase(text) : `(${text.map(quotePhrase).join(' OR ')})`;
const quotePhrase = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** What of the filter the text index can answer: a value, or one of several, of a declared field. */
function filterMarks(fields: readonly string[], filter: Filter): (string | string[])[] {
  return fields.flatMap((field): (string | string[])[] => {
    const condition = filter[field];
    if (condition === undefined) return [];
    if (condition === null || typeof condition !== 'object') return [mark(field, condition)];
    if (!('in' in condition) || condition.in.length === 0) return [];
    return [condition.in.map((value: FieldValue) => mark(field, value))];
  });
}

/** The statements of a page, by tier, each giving order and document; the limit is their last value. */
export function planSearch(
  pick: PickTrigrams,
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
          text: `SELECT ${rowid}, t.doc ${from.text}${below.text} ORDER BY ${rowid} DESC LIMIT ?`,
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
export function planCountSearch(pick: PickTrigrams, table: Table, asked: Asked): Sql[] {
  return tiersOf(pick, table, asked).map(({ from, rowid }) => ({
    text: `SELECT count(*) FROM (SELECT ${rowid} ${from.text} ORDER BY ${rowid} DESC LIMIT ?)`,
    values: from.values,
  }));
}
