import { useEffect, useEffectEvent } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { Button } from '../../../ui/button.tsx';
import { GoneNote } from '../desk/gone.tsx';
import { Key } from '../desk/keys-help.tsx';
import { kindWords } from '../desk/kind-words.ts';
import { Facts } from '../desk/parts.tsx';
import { keyOf, neighbour } from '../desk/rows.ts';
import { From } from '../detail/detail.tsx';
import { useShownRevision } from '../detail/painted-detail.tsx';
import { isPhotoShown, PhotoDialog } from '../detail/photo-dialog.tsx';
import { itemNow, type OfItemProps } from '../review/use-review.ts';

/**
 * The photos of the queue, one large photo at a time. The arrow keys also move the choice in the list behind it. If
 * another person decides the photo, the dialog keeps showing it and says so.
 */
export function QueuePhotoDialog({ review, item: opened, ...during }: OfItemProps) {
  const item = itemNow(review, opened);
  const { state, act } = review.queue;
  const rows = state.rows.filter((row) => row.item.kind === 'photo');
  const key = keyOf(item);
  useShownRevision(item, review.queue);
  const gone = state.left.get(key);
  const show = (next: QueueItem | undefined) => {
    if (next === undefined) return review.show(null);
    act({ type: 'chosen', key: keyOf(next) });
    review.show({ is: 'photo', item: next });
  };
  const approve = () => {
    if (gone !== undefined || !isPhotoShown(item.id)) return;
    const next = neighbour(rows, key, (row) => row.key === key);
    if (review.approve([item], 'detail')) show(rows.find((row) => row.key === next)?.item);
  };
  const reject = () => {
    if (gone === undefined && isPhotoShown(item.id)) review.askReason([item], 'detail');
  };
  useDialogKeys(during.open, { a: approve, r: reject });
  return (
    <PhotoDialog
      photos={rows.map((row) => row.item.id)}
      at={item.id}
      onMove={(id) => show(rows.find((row) => row.item.id === id)?.item)}
      {...during}
      openerLeaves
      note={
        <>
          {gone !== undefined && <GoneNote item={item} gone={gone} />}
          <div className="mb-2">
            <Facts>
              <From item={item} />
            </Facts>
          </div>
        </>
      }
      footer={
        gone === undefined && (
          <>
            <Button variant="danger" onClick={reject}>
              {kindWords.photo.reject} <Key>R</Key>
            </Button>
            <Button variant="primary" onClick={approve}>
              {kindWords.photo.approve} <Key>A</Key>
            </Button>
          </>
        )
      }
    />
  );
}

/** Keys of one dialog; ignored while a second dialog is open or the person types. */
function useDialogKeys(open: boolean, keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, textarea, select') !== null) return;
    if (document.querySelectorAll('[role="dialog"]').length !== 1) return;
    const does = keys[event.key];
    if (does === undefined) return;
    event.preventDefault();
    does();
  });
  useEffect(() => {
    if (!open) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
}
