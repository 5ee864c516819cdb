import { Suspense, useState } from 'react';

import type { HistoryEntry } from '#contracts/moderation/views';

import { late } from '../../../lib/late.ts';
import { itemsOf } from '../../../lib/pages.ts';
import { receiptPath, FileLink } from '../../../ui/file-link.tsx';
import { useRights } from '../../../lib/session.ts';
import { timeText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { ChangeList } from '../../location/values.tsx';
import { adminPath, useBrowseHistoryInfiniteQuery, type ManagedKind } from './desk-api.ts';
import { historyText } from './event-words.ts';

const AsItWas = late(async () => (await import('./as-it-was.tsx')).AsItWas);

export interface HistoryProps {
  readonly kind: ManagedKind;
  readonly id: string;
  /** Milliseconds. */
  readonly now: number;
  /** If given, each entry that set values has a button that restores them. */
  readonly onRestore?: (entry: HistoryEntry) => void;
}

/** Who did what, when and why, oldest first. Loads the latest entries, and earlier ones on request. */
export function History({ kind, id, now, onRestore }: HistoryProps) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useBrowseHistoryInfiniteQuery({
    kind,
    id,
  });
  const { isAdmin } = useRights();
  const [isOpen, setIsOpen] = useState(false);
  const entries = itemsOf(data)?.reverse();
  const sets = (entry: HistoryEntry) => setsValues(kind, entry);
  return (
    <section
      aria-label="History"
      className="mt-5 border-t border-line pt-4 first:mt-0 first:border-t-0 first:pt-0"
    >
      {data === undefined && !error && <Skeleton className="h-6 w-3/4" />}
      {error && data === undefined && <p className="text-sm text-soft">The history could not be loaded.</p>}
      {hasNextPage && (
        <Button
          size="small"
          className="mb-3"
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
      <ol className="flex flex-col gap-2 text-sm text-soft">
        {entries?.map((entry, index) => (
          <Entry
            key={entry.eventId}
            kind={kind}
            entry={entry}
            now={now}
            // The last entry that set values has the current values, so it needs no button to restore them.
            {...(onRestore && sets(entry) && entries.slice(index + 1).some(sets) ? { onRestore } : {})}
          />
        ))}
      </ol>
      {entries !== undefined && entries.length > 0 && (
        <details className="mt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="cursor-pointer text-sm text-accent">As it was</summary>
          {isOpen && (
            <Suspense fallback={<Skeleton className="mt-2 h-24" />}>
              <AsItWas kind={kind} id={id} entries={entries} now={now} />
            </Suspense>
          )}
        </details>
      )}
      {isAdmin && entries !== undefined && (
        <FileLink href={`${adminPath({ kind, id })}/evidence`} className="mt-3">
          Evidence
        </FileLink>
      )}
    </section>
  );
}

/** A location's history also lists its city's status events, which set no field of the location. */
const setsValues = (kind: ManagedKind, { type }: HistoryEntry): boolean =>
  type.startsWith(`${kind}-`) &&
  /-(submitted|resubmitted|edited|edit-approved|edit-reopened|restored)\./.test(type);

interface EntryProps {
  readonly kind: ManagedKind;
  readonly entry: HistoryEntry;
  readonly now: number;
  readonly onRestore?: (entry: HistoryEntry) => void;
}

function Entry({ kind, entry, now, onRestore }: EntryProps) {
  const changes = entry.changes ?? {};
  return (
    <li className="wrap-anywhere">
      <time dateTime={entry.time} className="text-ink tabular-nums">
        {timeText(entry.time, now)}
      </time>{' '}
      {historyText(kind, entry)}
      {entry.seen !== null && `, decided on revision ${entry.seen}`}
      {entry.isDecision && (
        <>
          {' '}
          <a
            href={receiptPath(entry.position)}
            download
            className="touch-target text-accent underline-offset-4 hover:underline"
          >
            Receipt<span className="sr-only"> of {historyText(kind, entry)}</span>
          </a>
        </>
      )}
      {entry.reason !== null && (
        <q dir="auto" className="mt-0.5 block border-l-2 border-line pl-2.5 text-ink">
          {entry.reason}
        </q>
      )}
      {Object.keys(changes).length > 0 && (
        <details className="mt-0.5">
          <summary className="cursor-pointer text-accent">What changed</summary>
          <ChangeList changes={changes} inline className="mt-1" />
        </details>
      )}
      {onRestore && (
        <Button size="small" className="mt-1.5 mb-1 flex! min-h-8!" onClick={() => onRestore(entry)}>
          Restore these values
        </Button>
      )}
    </li>
  );
}
