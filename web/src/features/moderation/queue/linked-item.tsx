import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { QueueItem } from '#contracts/moderation/views';
import { queueKinds } from '#contracts/moderation/words';

import { useGetDetailQuery } from '../desk/desk-api.ts';
import { VerdictLine } from '../desk/gone.tsx';
import { Note } from '../desk/parts.tsx';
import { keyOf } from '../desk/rows.ts';
import { useIsWide } from '../desk/use-media.ts';
import { nameInAddress } from '../review/filter.ts';
import type { Review } from '../review/use-review.ts';

export type LinkedTo = Pick<QueueItem, 'kind' | 'id'>;

/** The item that an address names as `item={kind}:{id}`; null if it names none. */
export function linkedItem(params: URLSearchParams): LinkedTo | null {
  const [, name, id] = /^([a-z]+):([a-z0-9-]{1,60})$/.exec(params.get('item') ?? '') ?? [];
  const kind = queueKinds.find((each) => each === name);
  return kind === undefined || id === undefined ? null : { kind, id };
}

interface LinkedItemProps {
  readonly review: Review;
  readonly to: LinkedTo;
  /** Removes the item from the address. */
  readonly onClose: () => void;
}

/** Opens the item that a colleague's link names; if it no longer waits, says who decided it and how. */
export function LinkedItem({ review, to, onClose }: LinkedItemProps) {
  const { data, isError } = useGetDetailQuery(to, { refetchOnMountOrArgChange: true });
  const waits = data?.waits === true;
  const { loaded } = review.queue.state;
  const isWide = useIsWide();
  const show = useEffectEvent((item: QueueItem) => {
    const key = keyOf(item);
    const isListed = review.queue.state.rows.some((row) => row.key === key);
    if (isListed) {
      review.queue.act({ type: 'opened', key, on: true });
      review.queue.act({ type: 'chosen', key });
    }
    if (!isListed || !isWide) review.show({ is: 'detail', item });
  });
  useEffect(() => {
    if (loaded && waits) show(data.item);
  }, [loaded, waits, data?.item]);
  if (isError) return <Closable onClose={onClose}>What this link leads to is not there.</Closable>;
  if (data === undefined || waits) return null;
  return (
    <Closable onClose={onClose}>
      <VerdictLine item={data.item} gone={{ by: null, at: 0 }} />
    </Closable>
  );
}

function Closable({
  children,
  onClose,
}: {
  readonly children: React.ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <div role="status" className="mt-2">
      <Note tone="plain">
        {children}{' '}
        <button type="button" className="inline-flex align-middle" onClick={onClose}>
          <X size={16} aria-hidden />
          <span className="sr-only">Close</span>
        </button>
      </Note>
    </div>
  );
}

/** Milliseconds after which an item counts as opened, so that moving past it does not. */
const openedAfter = 250;

/**
 * Calls `onOpened` with the address name of the open item, or with null if none is open. The open item is the one in a
 * dialog, otherwise the chosen one if its detail is beside the list. Starts once a dialog opens or the list has focus.
 */
export function useItemInAddress(
  { open, chosen, queue: { state } }: Review,
  onOpened: ((name: string | null) => void) | undefined,
): void {
  const inDialog = open !== null && 'item' in open ? open.item : null;
  const isWide = useIsWide();
  const item = inDialog ?? (isWide ? chosen : null);
  const name = item === null ? null : nameInAddress(item);
  const isThere = inDialog !== null || (isWide && state.focused);
  const began = useRef(false);
  const tell = useEffectEvent(() => onOpened?.(name));
  useEffect(() => {
    began.current ||= isThere;
    if (!began.current) return;
    const timer = setTimeout(tell, openedAfter);
    return () => clearTimeout(timer);
  }, [name, isThere]);
}
