import type { HistoryEntry } from '#contracts/moderation/views';

type Changes = NonNullable<HistoryEntry['changes']>;

/** What the later entries of a history, given from the latest back, have changed since a revision, field by field. */
export function changesSince(entries: readonly HistoryEntry[], revision: number): Changes {
  const changes = new Map<string, Changes[string]>();
  for (const entry of entries)
    if (entry.revision > revision)
      for (const [field, change] of Object.entries(entry.changes ?? {}))
        changes.set(field, { ...(changes.get(field) ?? change), from: change.from });
  return Object.fromEntries([...changes].filter(([, { from, to }]) => from !== to));
}
