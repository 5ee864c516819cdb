import type { Document } from 'mongodb';

import type { IndexSpec } from './collection.ts';
import { matches } from './match.ts';
import { ServerError } from './server-error.ts';
import type { Target } from './target.ts';

export function createIndexes(target: Target, command: Document): Document {
  const collection = target.state.make(target.database, target.name);
  const before = collection.indexes.size;
  for (const spec of command['indexes'] as IndexSpec[]) collection.addIndex(spec);
  return { numIndexesBefore: before, numIndexesAfter: collection.indexes.size };
}

export function listIndexes({ state, database, name }: Target): Document[] {
  const collection = state.get(database, name);
  if (collection === undefined)
    throw new ServerError(26, 'NamespaceNotFound', `ns does not exist: ${database}.${name}`);
  return [...collection.indexes.values()].map((spec) => ({ v: 2, ...spec }));
}

export function create({ state, database, name }: Target): Document {
  if (state.get(database, name) !== undefined)
    throw new ServerError(48, 'NamespaceExists', `Collection ${database}.${name} already exists.`);
  state.make(database, name);
  return {};
}

export function drop({ state, database, name }: Target): Document {
  state.collections.delete(`${database}.${name}`);
  return { ns: `${database}.${name}` };
}

export function dropDatabase({ state, database }: Target): Document {
  for (const namespace of [...state.collections.keys()])
    if (namespace.startsWith(`${database}.`)) state.collections.delete(namespace);
  return { dropped: database };
}

export function listCollections({ state, database }: Target, { filter = {} }: Document): Document[] {
  return [...state.collections.keys()]
    .filter((namespace) => namespace.startsWith(`${database}.`))
    .map((namespace) => ({ name: namespace.slice(database.length + 1), type: 'collection' }))
    .filter((entry) => matches(entry, filter as Document));
}
