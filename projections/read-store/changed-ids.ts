import type { Change, Write } from './port.ts';

/** Ids by collection, or everything: too many to tell, or not known. */
export type ChangedIds = ReadonlyMap<string, ReadonlySet<string>> | 'everything';
export const nothing: ChangedIds = new Map();

/** A commit that writes more than this is told as a change of everything. */
const toldIds = 500;

/** How many changes are kept. A reader that falls behind them is told that everything changed. */
export const keptChanges = 4096;
/** Changes between two removals of those that are not kept. */
export const forgetEvery = 256;

/** What changed, with one more write. */
export function withIdsOf(known: ChangedIds, { puts, deletes }: Write): ChangedIds {
  if (known === 'everything') return known;
  const count = [...known.values()].reduce((sum, ids) => sum + ids.size, puts.length + deletes.length);
  if (count > toldIds) return 'everything';
  const ids = new Map([...known].map(([collection, set]) => [collection, new Set(set)]));
  const add = (collection: string, id: string) => {
    const set = ids.get(collection);
    if (set === undefined) ids.set(collection, new Set([id]));
    else set.add(id);
  };
  for (const { collection, document } of puts) add(collection, document.id);
  for (const { collection, id } of deletes) add(collection, id);
  return ids;
}

/** What readers are told of it. */
export function toldOf(changed: ChangedIds): Pick<Change, 'ids' | 'everything'> {
  const everything = changed === 'everything';
  return {
    ids: everything ? {} : Object.fromEntries([...changed].map(([name, set]) => [name, [...set]])),
    everything,
  };
}
