import { Suspense, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { late } from '../../../lib/late.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useOpenFor } from '../../../ui/use-open-for.ts';
import { ChangeList } from '../../location/values.tsx';
import { EditByIdDialog } from '../../photo/edit-by-id-dialog.tsx';
import { useGetDetailQuery } from '../desk/desk-api.ts';
import { GoneNote } from '../desk/gone.tsx';
import { KeysHelp } from '../desk/keys-help.tsx';
import { kindWords } from '../desk/kind-words.ts';
import { rowId } from '../desk/row-element.ts';
import { keyOf } from '../desk/rows.ts';
import { useIsWide } from '../desk/use-media.ts';
import { kindAndCity, Detail } from '../detail/detail.tsx';
import { itemNow, type OfItemProps, type Review } from '../review/use-review.ts';
import { CityFirst, ConfirmBulk, TakeDown } from './confirm-dialogs.tsx';
import { QueuePhotoDialog } from './queue-photo-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

const MergeDialog = late(() => import('../merge/merge-dialog.tsx').then((m) => m.MergeDialog));

interface ReviewDialogsProps {
  readonly review: Review;
  readonly panelId: string;
}

/** The dialogs of a review. A closing dialog keeps its content while it fades out. */
export function ReviewDialogs({ review, panelId }: ReviewDialogsProps) {
  const { chosen } = review.queue.state;
  const { show } = review;
  const close = useCallback(() => show(null), [show]);
  const [last, shown] = useOpenFor(review.open, close);
  const isWide = useIsWide();
  useBackCloses(shown.open && !isWide, close);
  if (last === null) return null;
  const during = {
    ...shown,
    focusFallback: () => document.getElementById(chosen === null ? panelId : rowId(chosen)),
  };
  switch (last.is) {
    case 'reason':
      return <ReasonDialog review={review} items={last.items} preset={last.preset} {...during} />;
    case 'detail':
      return <DetailDialog review={review} item={last.item} {...during} />;
    case 'conflict':
      return <ConfirmForce review={review} item={last.item} {...during} />;
    case 'bulk':
      return <ConfirmBulk review={review} items={last.items} {...during} />;
    case 'edit':
      return (
        <EditByIdDialog
          isCity={last.item.entityType === 'city'}
          id={last.item.locationId ?? last.item.entityId}
          name={last.item.name}
          openerLeaves
          {...during}
        />
      );
    case 'photo':
      return <QueuePhotoDialog review={review} item={last.item} {...during} />;
    case 'city-first':
      return <CityFirst review={review} item={last.item} {...during} />;
    case 'take-down':
      return <TakeDown review={review} item={last.item} {...during} />;
    case 'merge': {
      // Without room beside the list, it was opened in the detail's dialog.
      const back = () => (isWide ? close() : show({ is: 'detail', item: last.item }));
      return (
        <Suspense>
          <MergeDialog
            {...during}
            id={last.item.id}
            name={last.item.name}
            into={last.into}
            onOpenChange={(open) => open || back()}
          />
        </Suspense>
      );
    }
    case 'help':
      return <KeysHelp {...shown} />;
  }
}

/** The detail of one item. If another person decides the item, the dialog says so and offers the next one. */
function DetailDialog({ review, item: opened, ...during }: OfItemProps) {
  const item = itemNow(review, opened);
  const gone = review.queue.state.left.get(keyOf(item));
  const next = review.chosen;
  const words = kindWords[item.kind];
  return (
    <Dialog
      {...during}
      title={item.name}
      description={kindAndCity(item)}
      footer={
        gone === undefined ? (
          <>
            <Button variant="danger" onClick={() => review.askReason([item], 'detail')}>
              {words.reject}
            </Button>
            <Button variant="primary" onClick={() => review.approve([item], 'detail')}>
              {words.approve}
            </Button>
          </>
        ) : (
          next !== null && (
            <Button variant="primary" onClick={() => review.show({ is: 'detail', item: next })}>
              Go on with {next.name}
            </Button>
          )
        )
      }
    >
      {gone !== undefined && <GoneNote item={item} gone={gone} />}
      <Detail key={keyOf(item)} item={item} review={review} decides={false} />
    </Dialog>
  );
}

/** Asks before an edit overwrites a later change, and shows that change. */
function ConfirmForce({ review, item, ...during }: OfItemProps) {
  const { data: detail } = useGetDetailQuery({ kind: item.kind, id: item.id });
  const changes = Object.fromEntries(
    Object.entries(detail?.conflicts ?? {}).map(([field, now]) => [
      field,
      { from: now, to: detail?.changes?.[field]?.to ?? null },
    ]),
  );
  return (
    <ConfirmDialog
      {...during}
      danger={false}
      title={`Approve the edit of ${item.name} all the same?`}
      description="The location has changed since this edit was made. Approving it changes what it says now like this."
      confirmLabel="Approve All the Same"
      onConfirm={() => void review.decide([item], { decision: 'approve', force: true })}
    >
      <ChangeList changes={changes} />
    </ConfirmDialog>
  );
}

/** The state of a dialog's history entry. */
const entry = { isDeskDialog: true } as const;

const isEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isDeskDialog' in state;

/**
 * Gives an open dialog an entry in the history: Back calls `close` and stays on the page. If the dialog is closed in
 * another way, its entry is removed.
 */
function useBackCloses(open: boolean, close: () => void): void {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  const hasEntry = isEntry(location.state);
  // Navigation is not immediate; meanwhile the dialog may close, or the next one may open.
  const step = useRef<'none' | 'there' | 'coming' | 'leaving'>('none');
  useEffect(() => {
    if (hasEntry) {
      if (step.current === 'coming') step.current = 'there';
      if (open || step.current === 'leaving') return;
      step.current = 'leaving';
      void navigate(-1);
      return;
    }
    if (step.current === 'there' && open) {
      step.current = 'none';
      return close();
    }
    if (step.current !== 'coming') step.current = 'none';
    if (!open || step.current === 'coming') return;
    step.current = 'coming';
    void navigate({ pathname, search }, { state: entry, preventScrollReset: true });
  }, [open, hasEntry, close, navigate, pathname, search]);
}
