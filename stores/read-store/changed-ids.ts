import type { Change, Write } from './port.ts';

/** Ids by collection, or everything: too many to tell, or not known. */
type ChangedIds = ReadonlyMap<string, ReadonlySet<string>> | 'everything';

/** What was written since the last checkpoint. */
export interface Written {
  readonly ids: ChangedIds;
  /** Those of which everybody sees that they changed. */
  readonly shown: ChangedIds;
}
export const nothingWritten: Written = { ids: new Map(), shown: new Map() };

/** A commit that writes more than this is told as a change of everything. */
const maxReportedIds = 500;

/** How many changes are kept. A reader that falls behind them is told that everything changed. */
export const keptChanges = 4096;
/** Changes between two removals of those that are not kept. */
export const pruneEvery = 256;

type Named = readonly [collection: string, id: string];

/** What was written, with one more write. */
export function withIdsOf({ ids, shown }: Written, { puts, deletes }: Write): Written {
  const named = puts.map(({ collection, document }): Named => [collection, document.id]);
  const seen = named.filter((_, at) => puts[at]?.isShown === true);
  const gone = deletes.map(({ collection, id }): Named => [collection, id]);
  return { ids: withIds(ids, [...named, ...gone]), shown: withIds(shown, seen) };
}

function withIds(known: ChangedIds, named: readonly Named[]): ChangedIds {
  if (known === 'everything' || named.length === 0) return known;
  const count = [...known.values()].reduce((sum, ids) => sum + ids.size, named.length);
  if (count > maxReportedIds) return 'everything';
  const all = new Map([...known].map(([collection, ids]) => [collection, new Set(ids)]));
  for (const [collection, id] of named) {
    const ids = all.get(collection);
    if (ids === undefined) all.set(collection, new Set([id]));
    else ids.add(id);
  }
  return all;
}

/** What readers are told of it. */
export function toReported(written: Written | 'everything'): Pick<Change, 'ids' | 'everything' | 'shown'> {
  if (written === 'everything') return allChanged;
  const { ids, shown } = written;
  return {
    ids: ids === 'everything' ? {} : toRecord(ids),
    everything: ids === 'everything',
    shown: shown === 'everything' ? shown : toRecord(shown),
  };
}

/** Of which nothing is known. */
export const allChanged = { ids: {}, everything: true, shown: 'everything' } as const;

const toRecord = (ids: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...ids].map(([name, set]) => [name, [...set]]));
