import { type Condition, type Filter, isEquality, isList } from '../filter.ts';
import { conditionsIn, planCount, planFind, type Comparison, type FindPlan } from '../plan.ts';
import type { FieldValue, FindOptions, TallyOptions } from '../port.ts';
import type { SqlValue } from './sqlite.ts';
import { column, toSqlValue, type Table } from './table.ts';

/** A piece of a statement with the values of its parameters. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const equals = (field: string, value: FieldValue): Sql =>
  value === null
    ? { text: `${column(field)} IS NULL`, values: [] }
    : { text: `${column(field)} = ?`, values: [toSqlValue(value)] };

export const all = (parts: readonly Sql[]): Sql => ({
  text: parts.map((part) => part.text).join(' AND '),
  values: parts.flatMap((part) => part.values),
});

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function conditionSql(field: string, condition: Condition): Sql {
  if (isEquality(condition)) return equals(field, condition);
  if (isList(condition)) {
    const values = condition.in.filter((value) => value !== null).map(toSqlValue);
    const orNull = condition.in.includes(null) ? ` OR ${column(field)} IS NULL` : '';
    return {
      text: `(${column(field)} IN (SELECT value FROM json_each(?))${orNull})`,
      values: [JSON.stringify(values)],
    };
  }
  if ('notIn' in condition) {
    return {
      text: `(${column(field)} NOT IN (SELECT value FROM json_each(?)) OR ${column(field)} IS NULL)`,
      values: [JSON.stringify(condition.notIn.map(toSqlValue))],
    };
  }
  const parts = Object.entries(comparisons).flatMap(([name, operator]): Sql[] => {
    const bound = condition[name as keyof typeof comparisons];
    return bound === undefined
      ? []
      : [{ text: `${column(field)} ${operator} ?`, values: [toSqlValue(bound)] }];
  });
  return parts.length === 0 ? { text: 'TRUE', values: [] } : all(parts);
}

/** The conditions in SQL, for documents that are not deleted. @throws for a field that is not declared */
const filterSql = (table: Table, filter: Filter): Sql =>
  all([{ text: 'gone = 0', values: [] }, ...conditionsSql(table, filter)]);

/** The conditions alone, using only columns of this table. @throws for a field that is not declared */
export const conditionsSql = ({ collection }: Table, filter: Filter): Sql[] =>
  conditionsIn(collection, filter).map(([field, condition]) => conditionSql(field, condition));

function product(fields: readonly string[], filter: Filter): Filter[] {
  return fields.reduce<Filter[]>(
    (filters, field) => {
      const condition = filter[field];
      const values = isList(condition) ? [...new Set(condition.in)] : [];
      return filters.flatMap((known) => values.map((value) => ({ ...known, [field]: value })));
    },
    [filter],
  );
}

interface FindStatements extends Pick<FindPlan, 'order'> {
  /** The fields to read of each document, the id first; undefined for the whole document. */
  readonly keys: readonly string[] | undefined;
  /** Walks whose results are merged. The statements of a walk run one after the other until the limit is reached. */
  readonly walks: ReadonlyArray<readonly Sql[]>;
}

/**
 * The statements that answer a query; each takes the limit as its last value. @throws if no declared index answers it
 */
export function findStatements(table: Table, options: FindOptions): FindStatements {
  const { index, branches, order, keys: read, stretches } = planFind(table.collection, options);
  const columns = order.map(([field, direction]) => column(field) + (direction === 1 ? '' : ' DESC'));
  const keys = read && ['id', ...read];
  const selected = keys?.map(column).join(', ') ?? 'doc';
  const walks = product(branches, options.filter ?? {}).map((branch) => {
    const where = filterSql(table, branch);
    return stretches.map(({ conditions }): Sql => {
      const { text, values } = all([where, ...conditions.map(comparisonSql)]);
      return {
        text: `SELECT ${selected} FROM ${from(table, index)} WHERE ${text} ORDER BY ${columns.join(', ')} LIMIT ?`,
        values,
      };
    });
  });
  return { order, keys, walks };
}

function comparisonSql({ field, is, value }: Comparison): Sql {
  if (is === 'equal') return equals(field, value);
  if (is === 'above' && value === null) return { text: `${column(field)} IS NOT NULL`, values: [] };
  return { text: `${column(field)} ${is === 'above' ? '>' : '<'} ?`, values: [toSqlValue(value)] };
}

const from = ({ name, indexes }: Table, index: number | undefined): string =>
  index === undefined ? name : `${name} INDEXED BY ${indexes[index]?.name}`;

/** `FROM ... WHERE ...` by an index that holds all these fields, so that no documents are read. */
export function planAggregate(table: Table, filter: Filter, fields: readonly string[] = []): Sql {
  const index = planCount(table.collection, filter, fields);
  const { text, values } = filterSql(table, filter);
  return { text: `FROM ${from(table, index)} WHERE ${text}`, values };
}

/** For each value: the number of documents, the sum of a field, and the minimum of another with its document's id. */
export function planTally(table: Table, { by, of, filter = {}, sum, first }: TallyOptions): Sql {
  const fields = [sum, first].filter((field) => field !== undefined);
  const { text, values } = planAggregate(table, { ...filter, [by]: { in: of } }, fields);
  const total = sum === undefined ? '0' : `total(${column(sum)})`;
  // For a group with a single min(), SQLite takes the other columns from the row with the minimum.
  const least = first === undefined ? 'NULL, NULL' : `min(${column(first)}), id`;
  return { text: `SELECT ${column(by)}, count(*), ${total}, ${least} ${text} GROUP BY 1`, values };
}
