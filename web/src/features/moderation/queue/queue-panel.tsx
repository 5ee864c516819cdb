import clsx from 'clsx';
import type { ReactNode } from 'react';

import { numberText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Outline } from '../../../ui/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/state.tsx';
import { keyOf } from '../desk/rows.ts';
import { useGetReasonsQuery } from '../desk/team-api.ts';
import type { Keys } from '../desk/use-keys.ts';
import { useIsWide } from '../desk/use-media.ts';
import { isOfPhotos, type QueueFilter } from '../review/filter.ts';
import { waitingOf } from '../review/lines.ts';
import { useQueue } from '../review/use-queue.ts';
import { useReview, type Review } from '../review/use-review.ts';
import { DetailBeside } from './detail-beside.tsx';
import { LinkedItem, type LinkedTo, useItemInAddress } from './linked-item.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { QueueBar } from './queue-bar.tsx';
import { QueueList } from './queue-list.tsx';
import { ReviewDialogs } from './review-dialogs.tsx';
import { useFollow } from './use-follow.ts';
import { useReviewKeys } from './use-review-keys.ts';

export interface QueuePanelProps {
  readonly filter: QueueFilter;
  /** The names of the panel and of the list, and the text for an empty list. */
  readonly words: { readonly region: string; readonly list: string; readonly none: string };
  /** Whether all rows are of one kind, which the tab names. */
  readonly hidesKind?: boolean;
  /** The item that the address names. */
  readonly linked?: { readonly to: LinkedTo; readonly onClose: () => void };
  /** Called with the address name of the open item, or with null once none is open. */
  readonly onOpened?: (name: string | null) => void;
  /** Shown at the end of the line with the number of waiting items. */
  readonly aside?: ReactNode;
  /** The advice in an empty list. */
  readonly emptyText?: ReactNode;
}

const panelId = 'queue-panel';

/** A queue: the waiting items, and beside them the detail of the chosen row or the list of selected rows. */
export function QueuePanel(props: QueuePanelProps) {
  const queue = useQueue(props.filter);
  const review = useReview(queue);
  const { chosen } = review;
  const showLarge = () => {
    if (chosen !== null) review.show({ is: 'photo', item: chosen });
  };
  const asGrid = isOfPhotos(props.filter);
  useReviewKeys(review, asGrid ? { Enter: showLarge } : setKeys(review));
  useFollow(review, panelId);
  useItemInAddress(review, props.onOpened);
  // Loads the reasons early, so that a digit picks one at once.
  useGetReasonsQuery();
  if (!queue.state.loaded)
    return queue.failed ? (
      <ErrorState title="The queue could not be loaded" onRetry={queue.refetch} />
    ) : (
      <Outline text="Loading the queue..." rows={5} className="h-16" />
    );
  return (
    <section id={panelId} tabIndex={-1} aria-label={props.words.region} className="outline-none">
      {props.linked !== undefined && (
        <LinkedItem key={`${props.linked.to.kind} ${props.linked.to.id}`} review={review} {...props.linked} />
      )}
      {props.filter.signal !== null && <RejectShown review={review} />}
      <Content {...props} asGrid={asGrid} review={review} />
      {queue.failed && (
        <div className="mt-5">
          <ErrorState compact title="Not everything could be loaded" onRetry={queue.refetch} />
        </div>
      )}
      <ReviewDialogs review={review} panelId={panelId} />
    </section>
  );
}

/** The keys that open and close sets of photos. */
function setKeys({ set, chosen, queue }: Review): Keys {
  const opened = (on: boolean) => () => {
    if (chosen !== null) queue.act({ type: 'opened', key: keyOf(chosen), on });
  };
  return {
    ArrowRight: opened(true),
    ArrowLeft: opened(false),
    ...(set !== null && { Enter: opened(true) }),
  };
}

function Content({
  review,
  words,
  hidesKind = false,
  asGrid,
  aside,
  emptyText = 'What people send in appears here by itself.',
}: QueuePanelProps & { readonly review: Review; readonly asGrid: boolean }) {
  const isWide = useIsWide();
  if (review.queue.state.rows.length === 0)
    return (
      <div className="mt-3">
        <EmptyState title={words.none} text={emptyText} />
      </div>
    );
  return (
    <div className={clsx('grid items-start gap-6', isWide && 'grid-cols-[minmax(0,1fr)_400px]')}>
      <div className="min-w-0">
        <QueueBar review={review} aside={aside} />
        {asGrid ? (
          <PhotoGrid review={review} label={words.list} opensDetail={!isWide} />
        ) : (
          <QueueList review={review} label={words.list} hidesKind={hidesKind} opensDetail={!isWide} />
        )}
      </div>
      {isWide && <DetailBeside review={review} isLow={hidesKind} />}
    </div>
  );
}

/** Rejects all shown items of a group, each at the revision that was seen. Items that join later stay. */
function RejectShown({ review }: { readonly review: Review }) {
  const shown = waitingOf(review.queue.state.rows);
  if (shown.length < 2) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-3 text-sm">
      <Button size="small" variant="danger" onClick={() => review.askReason(shown)}>
        Reject all {numberText(shown.length)} that are shown
      </Button>
      <span className="text-soft">With one reason, and one undo. What joins later stays.</span>
    </div>
  );
}
