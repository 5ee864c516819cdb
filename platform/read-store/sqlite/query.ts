import { type Condition, type Filter, isEquality, isList } from '../filter.ts';
import type { FieldValue, FindOptions, Index, TallyOptions } from '../port.ts';
import type { SqlValue } from './sqlite.ts';
import { column, toSqlValue, type Table, type TableIndex } from './table.ts';

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
export function conditionsSql(table: Table, filter: Filter): Sql[] {
  return Object.entries(filter).map(([field, condition]) => {
    if (field !== 'id' && !table.fields.includes(field)) {
      throw new Error(`${field} of ${table.collection.name} is in no declared index`);
    }
    return conditionSql(field, condition);
  });
}

function uncovered(table: Table, what: string, query: unknown): Error {
  return new Error(
    `No declared index of ${table.collection.name} answers this ${what}: ${JSON.stringify(query)}`,
  );
}

interface Route {
  readonly index: TableIndex | undefined;
  /** Fields with an `in` list: the index is walked once per value. */
  readonly branches: readonly string[];
  /** How many fields of the index the filter fixes before the sort begins. */
  readonly held: number;
}

/** Whether the index holds every document that the filter can find. */
function holdsAll({ sparse }: TableIndex, filter: Filter): boolean {
  if (sparse === undefined) return true;
  const condition = filter[sparse];
  if (isList(condition)) return !condition.in.some((value) => value === null || value === false);
  return isEquality(condition) && condition !== null && condition !== false;
}

/** How a walk of this index answers the filter in the order of the sort, if it does. */
function routeBy(
  index: TableIndex | undefined,
  filter: Filter,
  sort: Index,
  isSorted: boolean,
): Route | undefined {
  if (index !== undefined && !holdsAll(index, filter)) return undefined;
  const fields = index?.fields ?? [];
  const branches: string[] = [];
  let next = 0;
  for (; next < fields.length; next += 1) {
    const field = fields[next]?.[0] ?? '';
    if (isList(filter[field]) && sort[0]?.[0] !== field) branches.push(field);
    else if (!isEquality(filter[field])) break;
  }
  const held = next;
  for (const [field, direction] of sort) {
    while (next < fields.length && isEquality(filter[fields[next]?.[0] ?? ''])) next += 1;
    if (fields[next]?.[0] !== field || fields[next]?.[1] !== direction) return undefined;
    next += 1;
  }
  // Fields after the sort exist for filtering; the store itself sorts documents of equal sort values by id. Without a
  // sort these groups can be large, so the id must follow at once.
  if (!isSorted && fields.slice(next).some(([field]) => !isEquality(filter[field]))) return undefined;
  const covered = new Set(['id', ...fields.map(([field]) => field)]);
  return Object.keys(filter).every((field) => covered.has(field)) ? { index, branches, held } : undefined;
}

function chooseRoute(table: Table, options: FindOptions, sort: Index): Route {
  const filter = options.filter ?? {};
  const isSorted = (options.sort ?? []).length > 0;
  const routes = [...table.indexes, undefined].flatMap(
    (index) => routeBy(index, filter, sort, isSorted) ?? [],
  );
  const [best] = routes.sort((one, other) => other.held - one.held);
  if (best !== undefined) return best;
  throw uncovered(table, 'query', { filter, sort: options.sort ?? [] });
}

/**
 * What lies beyond a cursor, as consecutive ranges of the index. First come the documents that share all sort values
 * and have a later id, then those that differ in the last sort field, and so on.
 */
function stretches({ sort, byId }: Order, after: readonly FieldValue[]): Sql[] {
  const same = (count: number) => sort.slice(0, count).map(([field], at) => equals(field, after[at] ?? null));
  const id = toSqlValue(after[sort.length]);
  const found = [all([...same(sort.length), { text: `id ${byId === 1 ? '>' : '<'} ?`, values: [id] }])];
  for (let at = sort.length - 1; at >= 0; at -= 1) {
    const [field, direction] = sort[at] ?? ['', 1];
    for (const beyond of beyondValue(field, direction, after[at] ?? null))
      found.push(all([...same(at), beyond]));
  }
  return found;
}

/** Null comes before every value. */
function beyondValue(field: string, direction: 1 | -1, value: FieldValue): Sql[] {
  const name = column(field);
  if (value === null) return direction === 1 ? [{ text: `${name} IS NOT NULL`, values: [] }] : [];
  if (direction === 1) return [{ text: `${name} > ?`, values: [toSqlValue(value)] }];
  return [
    { text: `${name} < ?`, values: [toSqlValue(value)] },
    { text: `${name} IS NULL`, values: [] },
  ];
}

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

/** The order of the documents that are found: by these fields, then by the id. */
export interface Order {
  readonly sort: Index;
  readonly byId: 1 | -1;
}

export interface FindPlan {
  /** Without the fields that the filter fixes. */
  readonly order: Order;
  /** What is read of each document instead of all of it; undefined: all. */
  readonly keys: readonly string[] | undefined;
  /** Walks whose results are merged. The statements of a walk run one after the other until the limit is reached. */
  readonly walks: ReadonlyArray<readonly Sql[]>;
}

/** The statements that answer a query; each takes the limit as its last value. @throws if no declared index does */
export function planFind(table: Table, options: FindOptions): FindPlan {
  const filter = options.filter ?? {};
  const wanted = options.sort ?? [];
  const { after } = options;
  if (after !== undefined && after.length !== wanted.length + 1) {
    throw new Error(`A cursor holds a value per sort field and the id, not ${JSON.stringify(after)}`);
  }
  if (wanted.some(([field, direction]) => field === 'id' && direction === -1))
    throw uncovered(table, 'query', options);
  const moving = wanted.map(([field]) => field !== 'id' && !isEquality(filter[field]));
  const declared = wanted.filter((_, at) => moving[at]);
  const { index, branches } = chooseRoute(table, options, declared);
  const order = orderOf(declared, options.backwards === true);
  const by = index === undefined ? '' : ` INDEXED BY ${index.name}`;
  const columns = [...order.sort, ['id', order.byId] as const].map(
    ([field, direction]) => column(field) + (direction === 1 ? '' : ' DESC'),
  );
  const keys = options.keysOnly === true ? ['id', ...wanted.map(([field]) => field)] : undefined;
  const selected = keys?.map(column).join(', ') ?? 'doc';
  const parts = after && stretches(order, [...after.filter((_, at) => moving[at]), after.at(-1) ?? null]);
  const walks = product(branches, filter).map((branch) => {
    const where = filterSql(table, branch);
    return (parts ?? [{ text: 'TRUE', values: [] }]).map((part): Sql => {
      const both = all([where, part]);
      return {
        text: `SELECT ${selected} FROM ${table.name}${by} WHERE ${both.text} ORDER BY ${columns.join(', ')} LIMIT ?`,
        values: both.values,
      };
    });
  });
  return { order, keys, walks };
}

/** An index read backwards turns every direction, also that of the id, which is its last field. */
const orderOf = (sort: Index, backwards: boolean): Order =>
  backwards
    ? { sort: sort.map(([field, direction]) => [field, direction === 1 ? -1 : 1]), byId: -1 }
    : { sort, byId: 1 };

/** `FROM ... WHERE ...` by an index that holds all these fields, so that no documents are read. */
export function planAggregate(table: Table, filter: Filter, fields: readonly string[] = []): Sql {
  const needed = [...Object.keys(filter), ...fields].filter((name) => name !== 'id');
  const prefix = (index: TableIndex) => {
    const first = index.fields.findIndex(([name]) => !isEquality(filter[name]) && !isList(filter[name]));
    return first === -1 ? index.fields.length : first;
  };
  const [index] = table.indexes
    .filter((index) => holdsAll(index, filter))
    .filter(({ fields }) => needed.every((name) => fields.some(([declared]) => declared === name)))
    .filter(({ fields }) => Object.keys(filter).length === 0 || filter[fields[0]?.[0] ?? ''] !== undefined)
    .sort((one, other) => prefix(other) - prefix(one) || one.fields.length - other.fields.length);
  if (index === undefined && needed.length > 0) throw uncovered(table, 'count', { filter, fields });
  const where = filterSql(table, filter);
  const by = index === undefined ? '' : ` INDEXED BY ${index.name}`;
  return { text: `FROM ${table.name}${by} WHERE ${where.text}`, values: where.values };
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
