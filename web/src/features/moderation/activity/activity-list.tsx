import { useState } from 'react';
import { Link } from 'react-router-dom';

import type { Activity } from '#contracts/moderation/queue-views';
import { reportReasons } from '#contracts/report/words';

import { itemsOf } from '../../../lib/pages.ts';
import { timeText } from '../../../lib/words.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Listed } from '../../../ui/listed.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/state.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { reasonTexts } from '../../report/reason-texts.ts';
import { useBrowseActivityInfiniteQuery, type ActivityQuery } from '../desk/desk-api.ts';
import { useKeys } from '../desk/use-keys.ts';
import { useNow } from '../desk/use-now.ts';
import { deedText } from '../desk/words.ts';
import { UndoDialog } from './undo-dialog.tsx';

interface ActivityListProps {
  readonly query: ActivityQuery;
  readonly none: string;
  /** `u` undoes the latest entry that can be undone, then the one before it. */
  readonly withKeys?: boolean;
}

/** The log of actions, newest first; every decision and batch can be undone here. */
export function ActivityList({ query, none, withKeys = false }: ActivityListProps) {
  const answer = useBrowseActivityInfiniteQuery(query);
  const [undoing, setUndoing] = useState<Activity | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (entry: Activity) => {
    setUndoing(entry);
    setOpen(true);
  };
  const entries = itemsOf(answer.data) ?? [];
  useKeys({
    u: withKeys
      ? () => {
          const latest = entries.find((entry) => entry.undoable);
          if (latest !== undefined) ask(latest);
        }
      : undefined,
  });
  return (
    <Listed answer={answer} failure="The activity could not be loaded">
      {answer.data === undefined && <Skeleton className="h-80" />}
      {answer.data !== undefined && entries.length === 0 && <EmptyState title={none} compact />}
      {entries.length > 0 && (
        <ol
          aria-label="Activity"
          className="overflow-clip rounded-lg border border-line bg-raised *:last:border-b-0"
        >
          {entries.map((entry) => (
            <Entry key={entry.position} entry={entry} onUndo={() => ask(entry)} />
          ))}
        </ol>
      )}
      {undoing !== null && (
        <UndoDialog key={undoing.position} entry={undoing} open={open} onOpenChange={setOpen} />
      )}
    </Listed>
  );
}

/** The reason in words: a report's reason is a code. */
function reasonOf(type: string, reason: string): string {
  const known = reportReasons.find((each) => each === reason);
  return type === 'content-reported' && known !== undefined ? reasonTexts[known] : reason;
}

function Entry({ entry, onUndo }: { readonly entry: Activity; readonly onUndo: () => void }) {
  const now = useNow();
  const { actor, at, name, cityName, reason, type } = entry;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2">
      <div className="min-w-0 flex-1 basis-64 text-md wrap-anywhere">
        <p>
          <Link to={`/admin/people/${actor.id}`} className="font-semibold underline-offset-2 hover:underline">
            <bdi>{actor.name}</bdi>
          </Link>{' '}
          {actor.role !== 'user' && (
            <span className="mr-1 align-middle *:h-5">
              <Badge>{actor.role === 'admin' ? 'Administrator' : 'Moderator'}</Badge>
            </span>
          )}
          <span className="text-soft">{deedText(type)}</span>{' '}
          <b className="font-semibold">
            <bdi>{name ?? 'what is gone'}</bdi>
          </b>
          {cityName !== null && cityName !== name && (
            <span className="text-soft">
              , <bdi>{cityName}</bdi>
            </span>
          )}
        </p>
        {reason !== null && (
          <q dir="auto" className="block border-l-2 border-line pl-2.5 text-sm text-soft">
            {reasonOf(type, reason)}
          </q>
        )}
      </div>
      <time dateTime={at} className="text-sm whitespace-nowrap text-soft tabular-nums">
        {timeText(at, now)}
      </time>
      {entry.undoable ? (
        <Button size="small" className="max-sm:h-11!" onClick={onUndo}>
          Undo
          <VisuallyHidden>
            : {deedText(type)} {name}
          </VisuallyHidden>
        </Button>
      ) : (
        <span className="w-15.5 max-sm:hidden" />
      )}
    </li>
  );
}
