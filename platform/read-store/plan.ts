import { isEquality, isList, type Condition, type Filter } from './filter.ts';
import type { CollectionDeclaration, FieldValue, FindOptions, Index } from './port.ts';

/** How a query is answered from the declared indexes, the same in every store. */
export interface FindPlan {
  /** The number of the declared index to walk; undefined for the index of the ids. */
  readonly index: number | undefined;
  /** Fields for which the filter gives several values. In the index, each value has an order of its own. */
  readonly branches: readonly string[];
  /** Fields of the index between the sort and the id. They order documents of equal sort values. */
  readonly between: Index;
  /** The order of the documents that are found: the sort fields, which the filter does not fix, then the id. */
  readonly order: Index;
  /** The fields to read of each document besides the id; undefined: all of it. */
  readonly keys: readonly string[] | undefined;
  /** The consecutive parts of the order beyond the cursor; without a cursor, a single one without conditions. */
  readonly stretches: readonly Stretch[];
}

/** A contiguous range of the index. */
export interface Stretch {
  readonly conditions: readonly Comparison[];
  /** Whether all its documents have the same sort values and differ only in their ids. */
  readonly isGroup: boolean;
}

/** Null sorts before every value. */
export interface Comparison {
  readonly field: string;
  readonly is: 'equal' | 'above' | 'below';
  readonly value: FieldValue;
}

/** The fields by which documents can be found, besides the id. */
export function declaredFields({ indexes, search }: CollectionDeclaration): ReadonlySet<string> {
  const indexed = indexes.flatMap((index) => index.map(([field]) => field));
  const searched = search === undefined ? [] : [search.order, ...search.filters, ...(search.levels ?? [])];
  return new Set([...indexed, ...searched].filter((field) => field !== 'id'));
}

/** The conditions by their fields. @throws for an undeclared field */
export function conditionsIn(collection: CollectionDeclaration, filter: Filter): [string, Condition][] {
  const declared = declaredFields(collection);
  const conditions = Object.entries(filter);
  const unknown = conditions.find(([field]) => field !== 'id' && !declared.has(field));
  if (unknown !== undefined) throw new Error(`${unknown[0]} of ${collection.name} is in no declared index`);
  return conditions;
}

function uncovered({ name }: CollectionDeclaration, what: string, query: unknown): Error {
  return new Error(`No declared index of ${name} answers this ${what}: ${JSON.stringify(query)}`);
}

/** The field of the index, if there is one, in which all its documents have a value other than null and false. */
export const sparseIn = ({ sparse = [] }: CollectionDeclaration, index: Index): string | undefined =>
  index.map(([field]) => field).find((field) => sparse.includes(field));

/** Whether the index holds every document that the filter can find. */
function holdsAll(collection: CollectionDeclaration, index: Index, filter: Filter): boolean {
  const sparse = sparseIn(collection, index);
  if (sparse === undefined) return true;
  const condition = filter[sparse];
  if (condition === undefined) return false;
  if (isList(condition)) return !condition.in.some((value) => value === null || value === false);
  if (isEquality(condition)) return condition !== null && condition !== false;
  // Texts come after all other values.
  return 'gte' in condition && typeof condition.gte === 'string';
}

interface Route extends Pick<FindPlan, 'index' | 'branches' | 'between'> {
  /** How many fields of the index the filter fixes before the sort begins. */
  readonly held: number;
}

/** How a walk of an index with these fields answers the filter in the order of the sort; undefined if it cannot. */
function routeBy(
  fields: Index,
  filter: Filter,
  sort: Index,
  isSorted: boolean,
): Omit<Route, 'index'> | undefined {
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
  const between = fields.slice(next).filter(([field]) => !isEquality(filter[field]));
  // Fields after the sort exist for filtering; documents of equal sort values are sorted by id. Without a sort these
  // groups can be large, so the id must follow at once.
  if (!isSorted && between.length > 0) return undefined;
  const covered = new Set(['id', ...fields.map(([field]) => field)]);
  return Object.keys(filter).every((field) => covered.has(field)) ? { branches, between, held } : undefined;
}

/** @throws if no declared index answers the query */
export function planFind(collection: CollectionDeclaration, options: FindOptions): FindPlan {
  const { filter = {}, sort: wanted = [], backwards = false, after } = options;
  if (after !== undefined && after.length !== wanted.length + 1) {
    throw new Error(`A cursor holds a value per sort field and the id, not ${JSON.stringify(after)}`);
  }
  if (wanted.some(([field, direction]) => field === 'id' && direction === -1))
    throw uncovered(collection, 'query', options);
  const moving = wanted.map(([field]) => field !== 'id' && !isEquality(filter[field]));
  const sort = wanted.filter((_, at) => moving[at]);
  const indexes = [...collection.indexes.entries()].filter(([, index]) =>
    holdsAll(collection, index, filter),
  );
  const [route] = [...indexes, [undefined, []] as const]
    .flatMap(([index, fields]): Route[] => {
      const found = routeBy(fields, filter, sort, wanted.length > 0);
      return found === undefined ? [] : [{ index, ...found }];
    })
    .sort((one, other) => other.held - one.held || one.between.length - other.between.length);
  if (route === undefined) throw uncovered(collection, 'query', { filter, sort: wanted });
  const { index, branches, between } = route;
  const rising: Index = [...sort, ['id', 1]];
  const order = backwards ? turn(rising) : rising;
  const cursor = after && [...after.filter((_, at) => moving[at]), after.at(-1) ?? null];
  return {
    index,
    branches,
    between: backwards ? turn(between) : between,
    order,
    keys: options.keysOnly === true ? wanted.map(([field]) => field) : undefined,
    stretches:
      cursor === undefined ? [{ conditions: [], isGroup: sort.length === 0 }] : stretchesOf(order, cursor),
  };
}

/** The index read backwards. */
const turn = (index: Index): Index => index.map(([field, direction]) => [field, direction === 1 ? -1 : 1]);

/**
 * The stretches beyond a cursor. First come the documents that share all sort values and have a later id, then those
 * that differ in the last sort field, and so on.
 */
function stretchesOf(order: Index, cursor: readonly FieldValue[]): Stretch[] {
  const same = (count: number) =>
    order
      .slice(0, count)
      .map(([field], at): Comparison => ({ field, is: 'equal', value: cursor[at] ?? null }));
  const fields = order.length - 1;
  const later: Comparison = {
    field: 'id',
    is: order.at(-1)?.[1] === 1 ? 'above' : 'below',
    value: cursor[fields] ?? '',
  };
  const found: Stretch[] = [{ conditions: [...same(fields), later], isGroup: true }];
  for (let at = fields - 1; at >= 0; at -= 1) {
    const [field, direction] = order[at] ?? ['', 1];
    for (const beyond of beyondValue(field, direction, cursor[at] ?? null))
      found.push({ conditions: [...same(at), beyond], isGroup: false });
  }
  return found;
}

function beyondValue(field: string, direction: 1 | -1, value: FieldValue): Comparison[] {
  if (direction === 1) return [{ field, is: 'above', value }];
  if (value === null) return [];
  return [
    { field, is: 'below', value },
    { field, is: 'equal', value: null },
  ];
}

/**
 * The number of a declared index that holds all these fields, so that no documents are read; undefined when the query
 * has no fields. @throws if no declared index does
 */
export function planCount(
  collection: CollectionDeclaration,
  filter: Filter,
  fields: readonly string[] = [],
): number | undefined {
  const needed = [...Object.keys(filter), ...fields].filter((name) => name !== 'id');
  const prefix = (index: Index) => {
    const first = index.findIndex(([name]) => !isEquality(filter[name]) && !isList(filter[name]));
    return first === -1 ? index.length : first;
  };
  const [best] = [...collection.indexes.entries()]
    .filter(([, index]) => holdsAll(collection, index, filter))
    .filter(([, index]) => needed.every((name) => index.some(([declared]) => declared === name)))
    .filter(([, index]) => Object.keys(filter).length === 0 || filter[index[0]?.[0] ?? ''] !== undefined)
    .sort(([, one], [, other]) => prefix(other) - prefix(one) || one.length - other.length);
  if (best === undefined && needed.length > 0) throw uncovered(collection, 'count', { filter, fields });
  return best?.[0];
}
