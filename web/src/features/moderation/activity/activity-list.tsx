import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

import type { Activity } from '#contracts/moderation/views';
import { reportReasons } from '#contracts/report/words';
import { pathOf } from '#contracts/screens';

import { itemsOf } from '../../../lib/pages.ts';
import { timeText } from '../../../lib/words.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { useOpenFor } from '../../../ui/use-open-for.ts';
import { reasonTexts } from '../../report/reason-texts.ts';
import { useBrowseActivityInfiniteQuery, type ActivityQuery } from '../desk/desk-api.ts';
import { batchWords, deedText } from '../desk/event-words.ts';
import { useKeys } from '../desk/use-keys.ts';
import { useNow } from '../../../lib/use-now.ts';
import { UndoDialog } from './undo-dialog.tsx';

interface ActivityListProps {
  readonly query: ActivityQuery;
  readonly none: string;
  /** `u` undoes the latest batch that can be undone, then the one before it. */
  readonly withKeys?: boolean;
}

/** The loaded entries of one batch, newest first. */
type Batch = readonly [Activity, ...Activity[]];

const canUndo = (batch: Batch): boolean => batch.some(({ undoable }) => undoable);

/** The log of actions, newest first. A batch is one row, and can be undone here. */
export function ActivityList({ query, none, withKeys = false }: ActivityListProps) {
  const response = useBrowseActivityInfiniteQuery(query);
  const [asked, ask] = useState<Batch | null>(null);
  const [undoing, during] = useOpenFor(asked, () => ask(null));
  const entries = itemsOf(response.data) ?? [];
  const batches = batchesOf(entries);
  useKeys({
    u: withKeys
      ? () => {
          const latest = batches.find(canUndo);
          if (latest !== undefined) ask(latest);
        }
      : undefined,
  });
  const last = entries.at(-1)?.batchId;
  return (
    <Listed response={response} failure="The activity could not be loaded">
      {response.data === undefined && <Skeleton className="h-80" />}
      {response.data !== undefined && entries.length === 0 && <EmptyState title={none} />}
      {entries.length > 0 && (
        <ol
          aria-label="Activity"
          className="overflow-clip rounded-lg border border-line bg-raised *:last:border-b-0"
        >
          {batches.map((batch) => (
            <BatchRow
              key={batch[0].batchId}
              batch={batch}
              // More of its entries may be on the next page.
              goesOn={response.hasNextPage && batch[0].batchId === last}
              onUndo={() => ask(batch)}
            />
          ))}
        </ol>
      )}
      {undoing !== null && <UndoDialog key={undoing[0].batchId} known={undoing} {...during} />}
    </Listed>
  );
}

/** Groups entries by batch, at the place of its newest entry. Entries of other batches may be between them. */
function batchesOf(entries: readonly Activity[]): readonly Batch[] {
  const found = new Map<string, [Activity, ...Activity[]]>();
  for (const entry of entries) {
    const batch = found.get(entry.batchId);
    if (batch === undefined) found.set(entry.batchId, [entry]);
    else batch.push(entry);
  }
  return [...found.values()];
}

interface BatchRowProps {
  readonly batch: Batch;
  /** Whether the batch may have more entries than these. */
  readonly goesOn: boolean;
  readonly onUndo: () => void;
}

/** A batch as one row, which can be opened if it has several entries. */
function BatchRow({ batch, goesOn, onUndo }: BatchRowProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const [latest] = batch;
  const isOne = batch.length === 1;
  const { deed, what } = isOne
    ? { deed: deedText(latest.type), what: latest.name ?? '' }
    : batchWords(batch, goesOn);
  const hasOneReason = batch.every(({ reason }) => reason === latest.reason);
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2">
      <div className="min-w-0 flex-1 basis-64 text-md wrap-anywhere">
        <p>
          <Actor actor={latest.actor} />
          {isOne ? (
            <Deed entry={latest} />
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setOpen(!isOpen)}
              className="touch-target text-left underline-offset-2 hover:underline print:inline!"
            >
              <DeedWords deed={deed} name={what} />
              <ChevronDown
                size={16}
                aria-hidden
                className={clsx('ml-1 inline align-[-3px] text-soft', isOpen && 'rotate-180')}
              />
            </button>
          )}
        </p>
        {hasOneReason && <Reason entry={latest} />}
      </div>
      <Time at={latest.at} />
      {canUndo(batch) ? (
        <Button size="small" className="max-sm:min-h-11!" onClick={onUndo}>
          Undo
          <span className="sr-only">
            : {deed} {what}
          </span>
        </Button>
      ) : (
        <span className="w-15.5 max-sm:hidden" />
      )}
      {!isOne && isOpen && (
        <ol
          id={listId}
          aria-label={`${deed} ${what}`}
          className="basis-full border-l-2 border-line pl-3 text-sm"
        >
          {batch.map((entry) => (
            <li key={entry.position} className="flex flex-wrap justify-between gap-x-4 py-1 wrap-anywhere">
              <div className="min-w-0">
                <Deed entry={entry} />
                {!hasOneReason && <Reason entry={entry} />}
              </div>
              <Time at={entry.at} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

function Actor({ actor: { id, name, role } }: Pick<Activity, 'actor'>) {
  return (
    <>
      <Link to={pathOf('person', id)} className="font-semibold underline-offset-2 hover:underline">
        <bdi>{name}</bdi>
      </Link>{' '}
      {role !== 'user' && (
        <span className="mr-1 align-middle *:h-5">
          <Badge>{role === 'admin' ? 'Administrator' : 'Moderator'}</Badge>
        </span>
      )}
    </>
  );
}

/** 'approved Old Mill, Aue'. */
function Deed({ entry: { type, name, cityName } }: { readonly entry: Activity }) {
  return (
    <>
      <DeedWords deed={deedText(type)} name={<bdi>{name ?? 'what is gone'}</bdi>} />
      {cityName !== null && cityName !== name && (
        <span className="text-soft">
          , <bdi>{cityName}</bdi>
        </span>
      )}
    </>
  );
}

const DeedWords = ({ deed, name }: { readonly deed: string; readonly name: ReactNode }) => (
  <>
    <span className="text-soft">{deed}</span> <b className="font-semibold">{name}</b>
  </>
);

function Reason({ entry: { type, reason } }: { readonly entry: Activity }) {
  if (reason === null) return null;
  // The reason of a report is a code; other reasons are texts.
  const known = type === 'content-reported' ? reportReasons.find((each) => each === reason) : undefined;
  return (
    <q dir="auto" className="block border-l-2 border-line pl-2.5 text-sm text-soft">
      {known === undefined ? reason : reasonTexts[known]}
    </q>
  );
}

function Time({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} className="text-sm whitespace-nowrap text-soft tabular-nums">
      {timeText(at, now)}
    </time>
  );
}
