import type { Document as Query } from 'mongodb';

import { type Condition, type Filter, isEquality, isList } from '../filter.ts';
import type { CollectionDeclaration, FieldValue, FindOptions, Index } from '../port.ts';
import { baseIndex, indexName, pathOf } from './generations.ts';

function fieldsOf({ indexes, search }: CollectionDeclaration): ReadonlySet<string> {
  const indexed = indexes.flatMap((index) => index.map(([field]) => field));
  return new Set([
    'id',
    ...indexed,
    ...(search === undefined ? [] : [search.order, ...search.filters, ...(search.levels ?? [])]),
  ]);
}

function conditionOf(condition: Condition): Query | undefined {
  if (isEquality(condition)) return { $eq: condition };
  if (isList(condition)) return { $in: condition.in };
  if ('notIn' in condition) return { $nin: condition.notIn };
  const bounds = Object.entries(condition);
  return bounds.length === 0
    ? undefined
    : Object.fromEntries(bounds.map(([name, bound]) => [`$${name}`, bound]));
}

/** The conditions in the server's form. A value never becomes an operator. @throws for an undeclared field */
export function conditionsOf(declaration: CollectionDeclaration, filter: Filter): Query[] {
  const known = fieldsOf(declaration);
  return Object.entries(filter).flatMap(([field, condition]): Query[] => {
    if (!known.has(field)) throw new Error(`${field} of ${declaration.name} is in no declared index`);
    const converted = conditionOf(condition);
    return converted === undefined ? [] : [{ [pathOf(field)]: converted }];
  });
}

/** Keeps several conditions on one field apart, because they must not overwrite each other. */
export const all = (conditions: readonly Query[]): Query =>
  conditions.length === 0 ? { live: true } : { live: true, $and: conditions };

function uncovered({ name }: CollectionDeclaration, what: string, query: unknown): Error {
  return new Error(`No declared index of ${name} answers this ${what}: ${JSON.stringify(query)}`);
}

/** How an index answers a query. */
interface Route {
  readonly hint: string;
  /** How many of its fields the filter fixes before the sort begins. */
  readonly held: number;
  /** Fields of the index between the sort and the id. They order documents of equal sort values. */
  readonly between: Index;
}

function routeBy(
  hint: string,
  fields: Index,
  filter: Filter,
  sort: Index,
  isSorted: boolean,
): Route | undefined {
  let next = 0;
  for (; next < fields.length; next += 1) {
    const field = fields[next]?.[0] ?? '';
    const isBranch = isList(filter[field]) && sort[0]?.[0] !== field;
    if (!isBranch && !isEquality(filter[field])) break;
  }
  const held = next;
  for (const [field, direction] of sort) {
    while (next < fields.length && isEquality(filter[fields[next]?.[0] ?? ''])) next += 1;
    if (fields[next]?.[0] !== field || fields[next]?.[1] !== direction) return undefined;
    next += 1;
  }
  const between = fields.slice(next).filter(([field]) => !isEquality(filter[field]));
  // Without a sort, groups of equal sort values can be large, so the id must follow at once.
  if (!isSorted && between.length > 0) return undefined;
  const covered = new Set(['id', ...fields.map(([field]) => field)]);
  return Object.keys(filter).every((field) => covered.has(field)) ? { hint, held, between } : undefined;
}

export interface FindPlan {
  readonly route: Route;
  readonly conditions: readonly Query[];
  /** The sort without the fields that the filter fixes, turned if the index is read backwards. */
  readonly sort: Index;
  /** The direction of the ids among documents of equal sort values. */
  readonly byId: 1 | -1;
  /** The fields to read of each document besides the id; undefined: all of it. */
  readonly keys: readonly string[] | undefined;
  /** The consecutive parts of the order beyond the cursor; without a cursor, a single one without conditions. */
  readonly stretches: readonly Stretch[];
}

/** A contiguous range of the index. */
export interface Stretch {
  readonly conditions: readonly Query[];
  /** Whether all its documents have the same sort values and differ only in their ids. */
  readonly isGroup: boolean;
}

/** How a query is answered from a declared index. @throws if none does */
export function planFind(declaration: CollectionDeclaration, options: FindOptions): FindPlan {
  const { filter = {}, sort: wanted = [], backwards = false, after } = options;
  if (after !== undefined && after.length !== wanted.length + 1) {
    throw new Error(`A cursor holds a value per sort field and the id, not ${JSON.stringify(after)}`);
  }
  if (wanted.some(([field, direction]) => field === 'id' && direction === -1))
    throw uncovered(declaration, 'query', options);
  const moving = wanted.map(([field]) => field !== 'id' && !isEquality(filter[field]));
  const sort = wanted.filter((_, at) => moving[at]);
  const routes = [...declaration.indexes.entries()]
    .map(([number, fields]) => routeBy(indexName(number), fields, filter, sort, wanted.length > 0))
    .concat(routeBy(baseIndex, [], filter, sort, wanted.length > 0))
    .flatMap((route) => route ?? [])
    .sort((one, other) => other.held - one.held || one.between.length - other.between.length);
  const [route] = routes;
  if (route === undefined) throw uncovered(declaration, 'query', { filter, sort: wanted });
  const cursor = after && [...after.filter((_, at) => moving[at]), after.at(-1) ?? null];
  const turned = (index: Index) => (backwards ? turn(index) : index);
  const order = { sort: turned(sort), byId: backwards ? (-1 as const) : (1 as const) };
  return {
    route: { ...route, between: turned(route.between) },
    conditions: conditionsOf(declaration, filter),
    ...order,
    keys: options.keysOnly === true ? wanted.map(([field]) => field) : undefined,
    stretches:
      cursor === undefined ? [{ conditions: [], isGroup: sort.length === 0 }] : stretchesOf(order, cursor),
  };
}

const turn = (index: Index): Index => index.map(([field, direction]) => [field, direction === 1 ? -1 : 1]);

const equals = (field: string, value: FieldValue): Query => ({ [pathOf(field)]: { $eq: value } });

/**
 * What lies beyond a cursor: first the documents that share all sort values and have a later id, then those that
 * differ in the last sort field, and so on.
 */
function stretchesOf(
  { sort, byId }: Pick<FindPlan, 'sort' | 'byId'>,
  cursor: readonly FieldValue[],
): Stretch[] {
  const same = (count: number) =>
    sort.slice(0, count).map(([field], at) => equals(field, cursor[at] ?? null));
  const later = { _id: { [byId === 1 ? '$gt' : '$lt']: cursor[sort.length] ?? '' } };
  const found: Stretch[] = [{ conditions: [...same(sort.length), later], isGroup: true }];
  for (let at = sort.length - 1; at >= 0; at -= 1) {
    const [field, direction] = sort[at] ?? ['', 1];
    for (const beyond of beyondValue(field, direction, cursor[at] ?? null))
      found.push({ conditions: [...same(at), beyond], isGroup: false });
  }
  return found;
}

/** Null comes before every value, and comparisons never match it. */
function beyondValue(field: string, direction: 1 | -1, value: FieldValue): Query[] {
  const path = pathOf(field);
  if (value === null) return direction === 1 ? [{ [path]: { $ne: null } }] : [];
  if (direction === 1) return [{ [path]: { $gt: value } }];
  return [{ [path]: { $lt: value } }, { [path]: { $eq: null } }];
}

export interface AggregatePlan {
  readonly hint: string;
  readonly match: Query;
}

/** Uses an index that holds all these fields, so that no documents are read. @throws if there is none */
export function planAggregate(
  declaration: CollectionDeclaration,
  filter: Filter,
  fields: readonly string[] = [],
): AggregatePlan {
  const needed = [...Object.keys(filter), ...fields].filter((name) => name !== 'id');
  const prefix = (index: Index) => {
    const first = index.findIndex(([name]) => !isEquality(filter[name]) && !isList(filter[name]));
    return first === -1 ? index.length : first;
  };
  const [best] = [...declaration.indexes.entries()]
    .filter(([, index]) => needed.every((name) => index.some(([declared]) => declared === name)))
    .filter(([, index]) => Object.keys(filter).length === 0 || filter[index[0]?.[0] ?? ''] !== undefined)
    .sort(([, one], [, other]) => prefix(other) - prefix(one) || one.length - other.length);
  if (best === undefined && needed.length > 0) throw uncovered(declaration, 'count', { filter, fields });
  return {
    hint: best === undefined ? baseIndex : indexName(best[0]),
    match: all(conditionsOf(declaration, filter)),
  };
}
