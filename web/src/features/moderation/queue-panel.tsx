import { useEffect } from 'react';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { nouns } from '../../ui/words.ts';
import { nameOf, type QueueItem } from './item.ts';
import { KeyHints, KeysHelp } from './keys-help.tsx';
import { QueueList } from './queue-list.tsx';
import { rowId } from './queue-row.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewDetails } from './review-details.tsx';
import type { Decisions } from './use-decisions.ts';
import { useIsWide } from './use-is-wide.ts';
import { useNow } from './use-now.ts';
import type { Queue } from './use-queue.ts';
import { useReview, type Review } from './use-review.ts';

export interface QueuePanelProps {
  readonly queue: Queue;
  readonly decisions: Decisions;
}

/** One queue: what waits, and the whole story of the chosen row. */
export function QueuePanel({ queue, decisions }: QueuePanelProps) {
  const now = useNow();
  const isWide = useIsWide();
  const review = useReview(queue, decisions);
  const { chosen } = review.choice;
  const words = nouns[queue.kind];
  useLeave(queue);

  if (queue.failed) return <ErrorState title="The queue could not be loaded" onRetry={queue.refetch} />;
  if (queue.loading) return <Loading />;
  return (
    <section
      id={`queue-${queue.kind}`}
      tabIndex={-1}
      aria-label={`Review ${words.many}`}
      className="outline-none"
    >
      {queue.state.rows.length === 0 ? (
        <EmptyState
          title={`No pending ${words.many} to review`}
          text="What people send in appears here by itself."
        />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
          <QueueList queue={queue} review={review} now={now} opensStory={!isWide} />
          {isWide && chosen && <StoryBeside item={chosen} now={now} />}
        </div>
      )}
      <ReviewDialogs queue={queue} review={review} now={now} isWide={isWide} />
    </section>
  );
}

function StoryBeside({ item, now }: { readonly item: QueueItem; readonly now: number }) {
  return (
    <aside
      aria-label={`About ${nameOf(item)}`}
      className="sticky top-20 flex max-h-[calc(100dvh-6rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised"
    >
      <div key={item.id} className="overflow-y-auto overscroll-contain p-5">
        <h2 className="mb-3 text-2xl wrap-anywhere">{nameOf(item)}</h2>
        <ReviewDetails item={item} now={now} />
      </div>
      <KeyHints />
    </aside>
  );
}

interface ReviewDialogsProps {
  readonly queue: Queue;
  readonly review: Review;
  readonly now: number;
  readonly isWide: boolean;
}

function ReviewDialogs({ queue, review, now, isWide }: ReviewDialogsProps) {
  const { chosen } = review.choice;
  const backToQueue = () => document.getElementById(chosen ? rowId(chosen.id) : `queue-${queue.kind}`);
  const changeTo = (dialog: 'reason' | 'story' | 'help') => (open: boolean) =>
    review.show(open ? dialog : null);
  return (
    <>
      {!isWide && chosen && (
        <Dialog
          open={review.open === 'story'}
          onOpenChange={changeTo('story')}
          title={nameOf(chosen)}
          focusFallback={backToQueue}
          footer={
            <>
              <Button variant="danger" onClick={() => review.askReason([chosen])}>
                Reject
              </Button>
              <Button variant="primary" onClick={() => review.approve([chosen])}>
                Approve
              </Button>
            </>
          }
        >
          <ReviewDetails key={chosen.id} item={chosen} now={now} />
        </Dialog>
      )}
      <RejectDialog
        items={review.rejecting}
        open={review.open === 'reason'}
        onOpenChange={changeTo('reason')}
        onReject={review.reject}
        focusFallback={backToQueue}
      />
      <KeysHelp open={review.open === 'help'} onOpenChange={changeTo('help')} />
    </>
  );
}

/** In a tab that is left, no pointer or focus is at the list any more. */
function useLeave({ act }: Queue): void {
  useEffect(
    () => () => {
      act({ type: 'pointed', on: false });
      act({ type: 'focused', on: false });
    },
    [act],
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <VisuallyHidden>Loading the queue...</VisuallyHidden>
      <Skeleton className="h-26" />
      <Skeleton className="h-26" />
      <Skeleton className="h-26" />
    </div>
  );
}
