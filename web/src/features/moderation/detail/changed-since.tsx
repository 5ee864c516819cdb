import type { HistoryEntry, QueueItem } from '#contracts/moderation/views';

import { isSameValue } from '#contracts/shared/changes';

import { itemsOf } from '../../../lib/pages.ts';
import { ChangeList, Diff } from '../../location/values.tsx';
import { useBrowseHistoryInfiniteQuery } from '../desk/desk-api.ts';
import { Note } from '../desk/parts.tsx';

interface ChangedSinceProps {
  readonly item: QueueItem;
  /** The item as it was viewed. */
  readonly before: QueueItem;
}

/** Says that an item has changed since it was viewed, and shows the differences word by word. */
export function ChangedSince({ item, before }: ChangedSinceProps) {
  return (
    <div role="status">
      <Note tone="no">
        <p className="font-semibold">Changed since you looked</p>
        <div className="mt-2 text-ink">
          <OfRow item={item} before={before} />
          <OfEntity item={item} before={before} />
        </div>
      </Note>
    </div>
  );
}

/** The difference of a photo or a report, which is in the summary of its row. */
function OfRow({ item, before }: ChangedSinceProps) {
  if (item.kind !== 'photo' && item.kind !== 'report') return null;
  if (item.summary === before.summary) return <p>Look at it again.</p>;
  return (
    <p className="wrap-anywhere">
      {item.kind === 'photo' ? 'Caption' : 'Reports'}:{' '}
      <Diff field="description" from={before.summary} to={item.summary} />
    </p>
  );
}

function OfEntity({ item, before }: ChangedSinceProps) {
  const kind = item.entityType === 'city' ? 'city' : 'location';
  const { data } = useBrowseHistoryInfiniteQuery(
    { kind, id: item.entityId },
    { skip: item.kind === 'photo' || item.kind === 'report' },
  );
  const own = itemsOf(data)?.filter(({ type }) => type.startsWith(`${kind}-`));
  return <ChangeList changes={changesSince(own ?? [], before.revision)} />;
}

type Changes = NonNullable<HistoryEntry['changes']>;

/** The value of each field at a revision and now, if they differ. `entries`: a history, newest first. */
export function changesSince(entries: readonly HistoryEntry[], revision: number): Changes {
  const changes = new Map<string, Changes[string]>();
  for (const entry of entries)
    if (entry.revision > revision)
      for (const [field, change] of Object.entries(entry.changes ?? {}))
        changes.set(field, { ...(changes.get(field) ?? change), from: change.from });
  return Object.fromEntries([...changes].filter(([, { from, to }]) => !isSameValue(from, to)));
}
