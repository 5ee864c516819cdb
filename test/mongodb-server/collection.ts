import type { Document } from 'mongodb';

import { boundFields, equalities, matcherOf, matches } from './match.ts';
import { badValue, ServerError } from './server-error.ts';
import { checkSize } from './update.ts';
import { compare, isPlain, keyOf, valuesAt, type Value } from './values.ts';

export interface IndexSpec {
  readonly name: string;
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly partialFilterExpression?: Document;
  readonly expireAfterSeconds?: number;
}

export interface Query {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  readonly hint?: Value;
}

/** How a query finds its documents: by id, by an index, or by scanning all; `sorts`: whether it sorts in memory. */
export interface Plan {
  readonly stage: 'IDHACK' | 'IXSCAN' | 'COLLSCAN';
  readonly indexName?: string;
  readonly sorts: boolean;
}

export interface Collection {
  readonly indexes: Map<string, IndexSpec>;
  readonly size: number;
  find(query: Query): Document[];
  plan(query: Query): Plan;
  /** @throws ServerError 11000 */
  insert(document: Document): void;
  /** @throws ServerError 11000 */
  replace(before: Document, after: Document): void;
  remove(document: Document): void;
  addIndex(spec: IndexSpec): void;
}

const idIndex: IndexSpec = { name: '_id_', key: { _id: 1 } };

/** Documents in memory, with their unique indexes. `namespace` is for messages. */
export function createCollection(namespace: string): Collection {
  const documents = new Map<string, Document>();
  const indexes = new Map([[idIndex.name, idIndex]]);
  /** For each unique index: the document with each key. */
  const held = new Map<string, Map<string, Document>>();

  const uniqueKeys = (document: Document): [IndexSpec, string][] =>
    [...indexes.values()]
      .filter((index) => index.unique === true && isIndexed(index, document))
      .map((index) => [
        index,
        keyOf(Object.keys(index.key).map((path) => valuesAt(document, path)[0] ?? null)),
      ]);

  const guard = (document: Document, before?: Document): void => {
    for (const [index, key] of uniqueKeys(document)) {
      const holder = held.get(index.name)?.get(key);
      if (holder !== undefined && holder !== before) throw duplicate(namespace, index, document);
    }
  };
  const hold = (document: Document): void => {
    documents.set(keyOf(document['_id']), document);
    for (const [index, key] of uniqueKeys(document)) held.get(index.name)?.set(key, document);
  };
  const release = (document: Document): void => {
    for (const [index, key] of uniqueKeys(document)) held.get(index.name)?.delete(key);
  };

  const candidates = (filter: Document): Iterable<Document> => {
    const condition: Value = filter['_id'];
    if (isPlain(condition) && Array.isArray(condition['$in'])) {
      const ids = new Set(condition['$in'].map(keyOf));
      return [...ids].flatMap((id) => documents.get(id) ?? []);
    }
    const equal = equalities(filter);
    if (!equal.has('_id')) return documents.values();
    const found = documents.get(keyOf(equal.get('_id')));
    return found === undefined ? [] : [found];
  };

  return {
    indexes,
    get size() {
      return documents.size;
    },
    plan: (query) => planOf(indexes, query),
    find: ({ filter, sort = {} }) => {
      const found = [...candidates(filter)].filter(matcherOf(filter));
      const paths = Object.entries(sort) as [string, number][];
      return paths.length === 0 ? found : found.sort(inOrderOf(paths));
    },
    insert: (document) => {
      checkSize(document);
      if (documents.has(keyOf(document['_id']))) throw duplicate(namespace, idIndex, document);
      guard(document);
      hold(document);
    },
    replace: (before, after) => {
      checkSize(after);
      guard(after, before);
      release(before);
      hold(after);
    },
    remove: (document) => {
      release(document);
      documents.delete(keyOf(document['_id']));
    },
    addIndex: (spec) => {
      const known = indexes.get(spec.name);
      if (known !== undefined) return checkSame(known, spec);
      indexes.set(spec.name, spec);
      if (spec.unique !== true) return;
      held.set(spec.name, new Map());
      for (const document of documents.values()) {
        guard(document, document);
        hold(document);
      }
    },
  };
}

function checkSame(known: IndexSpec, { v: _, ...spec }: IndexSpec & { readonly v?: unknown }): void {
  const same = compare({ ...known }, { ...spec }) === 0;
  if (!same)
    throw new ServerError(86, 'IndexKeySpecsConflict', `An index ${spec.name} exists with other options`);
}

function isIndexed({ key, sparse, partialFilterExpression }: IndexSpec, document: Document): boolean {
  if (sparse === true && Object.keys(key).every((path) => valuesAt(document, path)[0] === undefined))
    return false;
  return partialFilterExpression === undefined || matches(document, partialFilterExpression);
}

function duplicate(namespace: string, index: IndexSpec, document: Document): ServerError {
  const keyValue = Object.fromEntries(
    Object.keys(index.key).map((path) => [path, valuesAt(document, path)[0] ?? null]),
  );
  return new ServerError(
    11000,
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: ${JSON.stringify(keyValue)}`,
    { keyPattern: index.key, keyValue },
  );
}

const inOrderOf = (paths: readonly [string, number][]) => (one: Document, other: Document) => {
  for (const [path, direction] of paths) {
    const order = compare(valuesAt(one, path)[0], valuesAt(other, path)[0]) * direction;
    if (order !== 0) return order;
  }
  return 0;
};

function planOf(indexes: ReadonlyMap<string, IndexSpec>, { filter, sort = {}, hint }: Query): Plan {
  const bound = boundFields(filter);
  if (hint !== undefined && hint !== null) {
    const index = [...indexes.values()].find((each) =>
      typeof hint === 'string' ? each.name === hint : compare({ ...each.key }, hint) === 0,
    );
    if (index === undefined) throw badValue('hint provided does not correspond to an existing index');
    return { stage: 'IXSCAN', indexName: index.name, sorts: !isSorted(index, bound, sort) };
  }
  if (bound.has('_id')) return { stage: 'IDHACK', sorts: !isSorted(idIndex, bound, sort) };
  const usable = [...indexes.values()].filter((index) => {
    const [first = ''] = Object.keys(index.key);
    return (
      isUsable(index, filter) &&
      (bound.has(first) || (sort[first] !== undefined && isSorted(index, bound, sort)))
    );
  });
  const best = usable.find((index) => isSorted(index, bound, sort)) ?? usable[0];
  if (best === undefined) return { stage: 'COLLSCAN', sorts: Object.keys(sort).length > 0 };
  return { stage: 'IXSCAN', indexName: best.name, sorts: !isSorted(best, bound, sort) };
}

/** A partial index can serve a query only if the query contains its condition. */
function isUsable({ partialFilterExpression = {} }: IndexSpec, filter: Document): boolean {
  const asked = equalities(filter);
  return [...equalities(partialFilterExpression)].every(
    ([path, value]) => asked.has(path) && compare(asked.get(path), value) === 0,
  );
}

/**
 * Whether the index, read in either direction, gives the order of the sort; fields with a fixed value do not count.
 */
function isSorted(index: IndexSpec, bound: ReturnType<typeof boundFields>, sort: Document): boolean {
  const wanted = (Object.entries(sort) as [string, number][]).filter(([path]) => bound.get(path) !== 'point');
  let way = 0;
  let at = 0;
  for (const [path, direction] of Object.entries(index.key)) {
    const [field, wantedDirection = 1] = wanted[at] ?? [];
    if (field === undefined) return true;
    if (field !== path) {
      if (bound.get(path) === 'point' || (at === 0 && bound.get(path) === 'points')) continue;
      return false;
    }
    if (way !== 0 && way !== direction * wantedDirection) return false;
    way = direction * wantedDirection;
    at += 1;
  }
  return at === wanted.length;
}
