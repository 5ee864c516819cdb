import { useCallback, useLayoutEffect, useRef } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { useWatchers } from '../desk/presence.ts';
import { useIsPhone } from '../desk/use-media.ts';
import { useNow } from '../desk/use-now.ts';
import type { Review } from '../review/use-review.ts';
import { QueueRowView, rowRem } from './queue-row.tsx';
import { useReadOn, useWindow } from './use-window.ts';

export interface QueueListProps {
  readonly review: Review;
  readonly label: string;
  readonly hidesKind: boolean;
  /** A press on a name opens the detail, because there is no room beside the list. */
  readonly opensDetail: boolean;
}

const minute = 60_000;

/** Renders only the rows that are on the screen, in a space as high as all of them. */
export function QueueList({ review, label, hidesKind, opensDetail }: QueueListProps) {
  const { queue } = review;
  const { state, act } = queue;
  const list = useRef<HTMLUListElement>(null);
  const rem = useIsPhone() ? rowRem.phone : rowRem.wide;
  const { rows } = state;
  const { from, to, lineHeight } = useWindow(list, rows.length, rem);
  const now = Math.floor(useNow() / minute) * minute;
  const watchers = useWatchers();
  useReadOn(review, to);
  const deeds = useDeeds(review, opensDetail);
  return (
    <ul
      ref={list}
      aria-label={label}
      // One pixel more for the upper edge; the lower one lies over the last row's line.
      style={{ height: rows.length * lineHeight + 1 }}
      className="relative overflow-clip rounded-lg border border-line bg-raised"
      onPointerEnter={(event) => {
        // A finger no longer points anywhere once it is lifted.
        if (event.pointerType === 'mouse') act({ type: 'pointed', on: true });
      }}
      onPointerLeave={() => act({ type: 'pointed', on: false })}
      onFocus={() => act({ type: 'focused', on: true })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) act({ type: 'focused', on: false });
      }}
    >
      {rows.map((row, index) =>
        // The chosen row is always rendered, so that it can be found and focused.
        (index >= from && index < to) || row.key === state.chosen ? (
          <QueueRowView
            key={row.key}
            row={row}
            minute={now}
            top={index * lineHeight}
            position={index + 1}
            of={Math.max(state.total, rows.length)}
            isChosen={row.key === state.chosen}
            isSelected={state.selected.has(row.key)}
            hidesKind={hidesKind}
            watchers={watchers.get(row.key) ?? ''}
            {...deeds}
          />
        ) : null,
      )}
    </ul>
  );
}

/** Stable functions, so that an unchanged row does not render again. */
function useDeeds(review: Review, opensDetail: boolean) {
  const latest = useRef({ review, opensDetail });
  useLayoutEffect(() => {
    latest.current = { review, opensDetail };
  }, [review, opensDetail]);
  const { act } = review.queue;
  return {
    onChoose: useCallback(
      (key: string) => {
        act({ type: 'chosen', key });
        const { review: now, opensDetail: opens } = latest.current;
        const row = now.queue.state.rows.find((each) => each.key === key);
        if (opens && row !== undefined) now.show({ is: 'detail', item: row.item });
      },
      [act],
    ),
    onSelect: useCallback((key: string, on: boolean) => act({ type: 'selected', keys: [key], on }), [act]),
    onApprove: useCallback((item: QueueItem) => latest.current.review.approve([item]), []),
    onReject: useCallback((item: QueueItem) => latest.current.review.askReason([item]), []),
  };
}
