import { useEffect, useState } from 'react';

import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { kindWords, nameOf, type QueueItem } from './item.ts';
import { KeyHints, KeysHelp } from './keys-help.tsx';
import { NewPill } from './new-pill.tsx';
import { QueueHead } from './queue-head.tsx';
import { QueueRowView, rowId } from './queue-row.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { Story } from './story.tsx';
import { useChoice } from './use-choice.ts';
import type { Decisions } from './use-decisions.ts';
import { useIsWide } from './use-is-wide.ts';
import { useNow } from './use-now.ts';
import type { Queue } from './use-queue.ts';
import { useQueueKeys } from './use-queue-keys.ts';

export interface QueuePanelProps {
  readonly queue: Queue;
  readonly decisions: Decisions;
}

/** One queue: what waits, and the whole story of the chosen row. */
export function QueuePanel({ queue, decisions }: QueuePanelProps) {
  const { kind, state, act } = queue;
  const now = useNow();
  const isWide = useIsWide();
  const choice = useChoice(queue);
  const { chosen, selected } = choice;
  const [rejecting, setRejecting] = useState<readonly QueueItem[]>([]);
  const [isRejectOpen, setRejectOpen] = useState(false);
  const [isStoryOpen, setStoryOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  useLeave(queue);

  const approve = (items: readonly QueueItem[]) => {
    // An edit with conflicts asks first and stays in the list meanwhile.
    if (!items.some((item) => item.kind === 'edit' && Object.keys(item.edit.conflicts).length > 0))
      choice.moveOn(items);
    setStoryOpen(false);
    decisions.decide(queue, items, { verdict: 'approve' });
  };
  const askReason = (items: readonly QueueItem[]) => {
    if (items.length === 0) return;
    setStoryOpen(false);
    setRejecting(items);
    setRejectOpen(true);
  };
  const reject = (reason: string | null) => {
    setRejectOpen(false);
    choice.moveOn(rejecting);
    decisions.decide(queue, rejecting, { verdict: 'reject', reason });
  };
  const concerned = selected.length > 0 ? selected : chosen ? [chosen] : [];
  useQueueKeys({
    j: () => choice.move(1),
    k: () => choice.move(-1),
    a: () => approve(concerned),
    r: () => askReason(concerned),
    u: decisions.undo,
    '?': () => setHelpOpen(true),
  });

  if (queue.loading) return <Loading />;
  if (queue.failed) return <ErrorState title="The queue could not be loaded" onRetry={queue.refetch} />;
  return (
    <section
      id={`queue-${kind}`}
      tabIndex={-1}
      aria-label={`Pending ${kindWords[kind].many}`}
      className="outline-none"
    >
      {state.rows.length === 0 ? (
        <EmptyState
          title={`No pending ${kindWords[kind].many} to review`}
          text="What people send in appears here by itself."
        />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_400px]">
          <div>
            <NewPill
              count={state.held.length}
              onReveal={() => {
                const [first] = state.held;
                act({ type: 'revealed' });
                if (first) choice.focus(first.id);
              }}
            />
            <QueueHead
              state={state}
              now={now}
              choice={choice}
              onApprove={() => approve(selected)}
              onReject={() => askReason(selected)}
            />
            <ul
              aria-label={`Pending ${kindWords[kind].many}`}
              className="flex flex-col gap-3"
              onPointerEnter={() => act({ type: 'pointed', on: true })}
              onPointerLeave={() => act({ type: 'pointed', on: false })}
              onFocus={() => act({ type: 'focused', on: true })}
              onBlur={(event) => {
                if (!event.currentTarget.contains(event.relatedTarget)) act({ type: 'focused', on: false });
              }}
            >
              {state.rows.map(({ item, gone }) => (
                <QueueRowView
                  key={item.id}
                  item={item}
                  gone={gone}
                  now={now}
                  isChosen={item.id === chosen?.id}
                  isSelected={selected.includes(item)}
                  onChoose={() => {
                    choice.choose(item.id);
                    if (!isWide) setStoryOpen(true);
                  }}
                  onSelect={(on) => choice.select([item.id], on)}
                  onApprove={() => approve([item])}
                  onReject={() => askReason([item])}
                />
              ))}
            </ul>
          </div>
          {isWide && chosen && (
            <aside
              aria-label={`About ${nameOf(chosen)}`}
              className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg border border-line bg-raised p-5"
            >
              <h2 className="mb-3 text-2xl wrap-anywhere">{nameOf(chosen)}</h2>
              <Story key={chosen.id} item={chosen} now={now} />
              <KeyHints />
            </aside>
          )}
        </div>
      )}
      {!isWide && chosen && (
        <Dialog open={isStoryOpen} onOpenChange={setStoryOpen} title={nameOf(chosen)}>
          <Story key={chosen.id} item={chosen} now={now} />
        </Dialog>
      )}
      <RejectDialog
        items={rejecting}
        open={isRejectOpen}
        onOpenChange={setRejectOpen}
        onReject={reject}
        focusFallback={() => document.getElementById(chosen ? rowId(chosen.id) : `queue-${kind}`)}
      />
      <KeysHelp open={isHelpOpen} onOpenChange={setHelpOpen} />
    </section>
  );
}

/** A tab that is left takes no leave of its list: no pointer or focus is in it any more. */
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
