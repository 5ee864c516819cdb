import { useRights } from '../../../lib/session.ts';
import { useAppSelector } from '../../../lib/store.ts';
import { keyOf } from './rows.ts';

/** Who else is viewing an item, by the item's key. */
export function useWatchers(): ReadonlyMap<string, string> {
  const presence = useAppSelector(({ live }) => live.presence);
  const { user } = useRights();
  const names = new Map<string, string>();
  for (const { user: other, kind, id } of presence) {
    if (other.id === user?.id) continue;
    const key = keyOf({ kind, id });
    const before = names.get(key);
    names.set(key, before === undefined ? other.name : `${before}, ${other.name}`);
  }
  return names;
}
