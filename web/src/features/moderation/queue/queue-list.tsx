import { useRef } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { keyOf } from '../desk/rows.ts';
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
  /** Whether pressing a name opens the detail as a dialog, because there is no room beside the list. */
  readonly opensDetail: boolean;
}

/** Renders only the rows that are on the screen, in a space as high as all of them. */
export function QueueList({ review, label, hidesKind, opensDetail }: QueueListProps) {
  const { queue, lines } = review;
  const { state, act } = queue;
  const list = useRef<HTMLUListElement>(null);
  const rem = useIsPhone() ? rowRem.phone : rowRem.wide;
  const { from, to, lineHeight } = useWindow(list, lines.length, rem);
  const now = useNow();
  const watchers = useWatchers();
  useReadOn(review, to + state.rows.length - lines.length);
  const choose = ([item, ...others]: readonly QueueItem[]) => {
    if (item === undefined) return;
    const key = keyOf(item);
    act({ type: 'chosen', key });
    if (!opensDetail) return;
    if (others.length > 0) act({ type: 'opened', key, on: true });
    else review.show({ is: 'detail', item });
  };
  return (
    <ul
      ref={list}
      aria-label={label}
      // One more pixel for the upper border; the lower border covers the last row's line.
      style={{ height: lines.length * lineHeight + 1 }}
      className="relative overflow-clip rounded-lg border border-line bg-raised"
      {...attention(act)}
    >
      {lines.map((line, index) =>
        // The chosen row is always rendered, so that it can be focused.
        (index >= from && index < to) || line.key === state.chosen ? (
          <QueueRowView
            key={line.key}
            {...partsOf(line)}
            now={now}
            top={index * lineHeight}
            position={index + 1}
            of={Math.max(state.total - (state.rows.length - lines.length), lines.length)}
            isChosen={line.key === state.chosen}
            isSelected={line.rows.some(({ key, gone }) => gone === null && state.selected.has(key))}
            hidesKind={hidesKind}
            watchers={line.rows.map(({ key }) => watchers.get(key)).find(Boolean) ?? ''}
            onChoose={choose}
            onOpen={(key, on) => act({ type: 'opened', key, on })}
            onSelect={(items, on) => act({ type: 'selected', keys: items.map(keyOf), on })}
            onApprove={review.approve}
            onReject={review.askReason}
          />
        ) : null,
      )}
    </ul>
  );
}

function partsOf({ key, rows, opened }: Line) {
  const row = rows.find((each) => each.key === key);
  if (row === undefined) throw new Error('A line has no row.');
  return {
    row,
    others: rows.filter((each) => each !== row),
    openCount: opened === null ? 0 : waitingOf(opened).length,
    isFirst: opened?.[0]?.key === key,
  };
}
