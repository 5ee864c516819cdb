import { useCallback, useLayoutEffect, useRef } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { keyOf, type Row } from '../desk/rows.ts';
import { useWatchers } from '../desk/presence.ts';
import { useIsPhone } from '../desk/use-media.ts';
import { useNow } from '../../../lib/use-now.ts';
import { waitingOf, type Line } from '../review/lines.ts';
import type { Review } from '../review/use-review.ts';
import { QueueRowView, rowRem } from './queue-row.tsx';
import { attention, useReadOn, useWindow } from './use-window.ts';

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
  const { lines } = review;
  const { from, to, lineHeight } = useWindow(list, lines.length, rem);
  const now = Math.floor(useNow() / minute) * minute;
  const watchers = useWatchers();
  useReadOn(review, to + state.rows.length - lines.length);
  const deeds = useDeeds(review, opensDetail);
  return (
    <ul
      ref={list}
      aria-label={label}
      // One pixel more for the upper edge; the lower one lies over the last row's line.
      style={{ height: lines.length * lineHeight + 1 }}
      className="relative overflow-clip rounded-lg border border-line bg-raised"
      {...attention(act)}
    >
      {lines.map((line, index) =>
        // The chosen row is always rendered, so that it can be found and focused.
        (index >= from && index < to) || line.key === state.chosen ? (
          <QueueRowView
            key={line.key}
            {...partsOf(line)}
            minute={now}
            top={index * lineHeight}
            position={index + 1}
            of={Math.max(state.total - (state.rows.length - lines.length), lines.length)}
            isChosen={line.key === state.chosen}
            isSelected={line.rows.some(({ key, gone }) => gone === null && state.selected.has(key))}
            hidesKind={hidesKind}
            watchers={line.rows.map(({ key }) => watchers.get(key)).find(Boolean) ?? ''}
            {...deeds}
          />
        ) : null,
      )}
    </ul>
  );
}

const noRows: ReadonlyArray<Row<QueueItem>> = [];

/** The same values for the same rows, so that an unchanged row does not render again. */
function partsOf({ key, rows, opened }: Line<QueueItem>) {
  const row = rows.find((each) => each.key === key);
  if (row === undefined) throw new Error('A line has no row.');
  return {
    row,
    others: rows.length === 1 ? noRows : rows.filter((each) => each !== row),
    openCount: opened === null ? 0 : waitingOf(opened).length,
    isFirst: opened?.[0]?.key === key,
  };
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
      ([item, ...others]: readonly QueueItem[]) => {
        if (item === undefined) return;
        const key = keyOf(item);
        act({ type: 'chosen', key });
        const { review: now, opensDetail: opens } = latest.current;
        if (!opens) return;
        if (others.length > 0) act({ type: 'opened', key, on: true });
        else now.show({ is: 'detail', item });
      },
      [act],
    ),
    onOpen: useCallback((key: string, on: boolean) => act({ type: 'opened', key, on }), [act]),
    onSelect: useCallback(
      (items: readonly QueueItem[], on: boolean) => act({ type: 'selected', keys: items.map(keyOf), on }),
      [act],
    ),
    onApprove: useCallback((items: readonly QueueItem[]) => latest.current.review.approve(items), []),
    onReject: useCallback((items: readonly QueueItem[]) => latest.current.review.askReason(items), []),
  };
}
