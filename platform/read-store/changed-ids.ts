import type { Change, Write } from './port.ts';

/** Ids by collection; 'everything' when they are unknown or too many. */
type ChangedIds = ReadonlyMap<string, ReadonlySet<string>> | 'everything';

/** What was written since the last checkpoint. */
export interface Written {
  readonly ids: ChangedIds;
  /** The ids of documents whose change is public. */
  readonly shown: ChangedIds;
}
export const nothingWritten: Written = { ids: new Map(), shown: new Map() };

/** A commit that writes more documents than this is reported as a change of everything. */
const maxReportedIds = 500;

/** The number of stored changes. A reader that falls further behind is notified that everything changed. */
export const keptChanges = 4096;
/** Outdated changes are removed once per this many changes. */
export const pruneEvery = 256;

type Named = readonly [collection: string, id: string];

/** Adds one more write to what was written. */
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

/** What readers are notified of. */
export function toReported(written: Written | 'everything'): Pick<Change, 'ids' | 'everything' | 'shown'> {
  if (written === 'everything') return allChanged;
  const { ids, shown } = written;
  return {
    ids: ids === 'everything' ? {} : toRecord(ids),
    everything: ids === 'everything',
    shown: shown === 'everything' ? shown : toRecord(shown),
  };
}

/** A change of unknown extent. */
export const allChanged = { ids: {}, everything: true, shown: 'everything' } as const;

const toRecord = (ids: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...ids].map(([name, set]) => [name, [...set]]));
