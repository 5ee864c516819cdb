import { useState } from 'react';

import type { QueueItem } from '#contracts/views/queue';

import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useGetStoryQuery } from '../desk-api.ts';
import { ReasonDialog } from '../reasons/reason-dialog.tsx';
import { cityDecision } from '../story/city-decision.ts';
import { CityStory } from '../story/city-story.tsx';
import { EditDialog } from '../story/edit-dialog.tsx';
import { kindAndCity, Story } from '../story/story.tsx';
import { kindWords } from '../kind-words.ts';
import { fieldLabel, fieldValue } from '../words.ts';
import { GoneNote } from './gone-note.tsx';
import { KeysHelp } from './keys-help.tsx';
import { QueuePhotoDialog } from './queue-photo-dialog.tsx';
import { rowId } from './row-element.ts';
import { keyOf } from './rows.ts';
import type { Open, Review } from './use-review.ts';

interface ReviewDialogsProps {
  readonly review: Review;
  readonly panelId: string;
}

/** The dialogs of a review; an open one keeps its content while it fades out. */
export function ReviewDialogs({ review, panelId }: ReviewDialogsProps) {
  const [last, setLast] = useState<Open | null>(null);
  if (review.open !== null && review.open !== last) setLast(review.open);
  const { chosen } = review.queue.state;
  const backToQueue = () => document.getElementById(chosen === null ? panelId : rowId(chosen));
  if (last === null) return null;
  const isOpen = review.open !== null;
  const change = (open: boolean) => {
    if (!open) review.show(null);
  };
  switch (last.is) {
    case 'reason':
      return (
        <ReasonDialog
          review={review}
          items={last.items}
          preset={last.preset}
          open={isOpen}
          focusFallback={backToQueue}
        />
      );
    case 'story':
      return <StoryDialog review={review} item={last.item} open={isOpen} focusFallback={backToQueue} />;
    case 'conflict':
      return <ConfirmForce review={review} item={last.item} open={isOpen} focusFallback={backToQueue} />;
    case 'edit':
      return <EditDialog item={last.item} open={isOpen} onOpenChange={change} focusFallback={backToQueue} />;
    case 'photo':
      return <QueuePhotoDialog review={review} item={last.item} open={isOpen} focusFallback={backToQueue} />;
    case 'city-first':
      return (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={change}
          danger={false}
          title={`Approve ${last.item.cityName ?? 'its city'} too?`}
          description={`${last.item.name} can be approved once its city is, which waits as well.`}
          confirmLabel="Approve Both"
          onConfirm={() => void review.decide([last.item], { decision: 'approve' }, cityDecision(last.item))}
          focusFallback={backToQueue}
        >
          {last.item.cityId !== null && <CityStory id={last.item.cityId} />}
        </ConfirmDialog>
      );
    case 'help':
      return <KeysHelp open={isOpen} onOpenChange={change} />;
  }
}

interface OfItemProps {
  readonly review: Review;
  readonly item: QueueItem;
  readonly open: boolean;
  readonly focusFallback: () => HTMLElement | null;
}

/** Stays with its item: if somebody else decides that, it says so and offers the next one. */
function StoryDialog({ review, item, open, focusFallback }: OfItemProps) {
  const gone = review.queue.state.left.get(keyOf(item));
  const next = review.chosen;
  const words = kindWords[item.kind];
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) review.show(null);
      }}
      title={item.name}
      description={kindAndCity(item)}
      focusFallback={focusFallback}
      footer={
        gone === undefined ? (
          <>
            <Button variant="danger" onClick={() => review.askReason([item])}>
              {words.reject}
            </Button>
            <Button variant="primary" onClick={() => review.approve([item])}>
              {words.approve}
            </Button>
          </>
        ) : (
          next !== null && (
            <Button variant="primary" onClick={() => review.show({ is: 'story', item: next })}>
              Go on with {next.name}
            </Button>
          )
        )
      }
    >
      {gone !== undefined && <GoneNote item={item} gone={gone} />}
      <Story key={keyOf(item)} item={item} review={review} decides={false} />
    </Dialog>
  );
}

/** Asks before an edit overwrites a later change, and shows that change. */
function ConfirmForce({ review, item, open, focusFallback }: OfItemProps) {
  const { data: story } = useGetStoryQuery({ kind: item.kind, id: item.id });
  return (
    <ConfirmDialog
      open={open}
      danger={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) review.show(null);
      }}
      title={`Approve the edit of ${item.name} all the same?`}
      description="The location has changed since this edit was made. Approving it puts these values in place of the newer ones."
      confirmLabel="Approve All the Same"
      onConfirm={() => void review.decide([item], { decision: 'approve', force: true })}
      focusFallback={focusFallback}
    >
      <dl className="grid gap-3">
        {Object.entries(story?.conflicts ?? {}).map(([field, now]) => (
          <div key={field} className="rounded-md bg-sunk px-3.5 py-2.5 text-sm">
            <dt className="font-semibold">{fieldLabel(field)}</dt>
            <dd className="mt-1 wrap-anywhere">
              now <span className="font-semibold text-no">{fieldValue(field, now)}</span>, then{' '}
              <span className="font-semibold text-ok">
                {fieldValue(field, story?.changes?.[field]?.to ?? null)}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  );
}
