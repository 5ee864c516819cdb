import clsx from 'clsx';
import { useRef } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Ghost } from '../desk/gone.tsx';
import { isOnScreen, rowId } from '../desk/row-element.ts';
import type { Row } from '../desk/rows.ts';
import { useKeys } from '../desk/use-keys.ts';
import { isLoaded } from '../review/painted.ts';
import type { Review } from '../review/use-review.ts';
import { remarkOn } from './queue-row.tsx';
import { RowButtons } from './row-buttons.tsx';
import { attention, useColumns, useReadOn, useWindow } from './use-window.ts';

interface PhotoGridProps {
  readonly review: Review;
  readonly label: string;
  readonly opensDetail: boolean;
}

/** The height of a cell in rem: a picture, its name and its buttons. */
const cellRem = 15;

/** Pixels between two cells. */
const gap = 12;

/** The pending photos as pictures; the arrow keys move in all four directions. */
export function PhotoGrid({ review, label, opensDetail }: PhotoGridProps) {
  const { state, act } = review.queue;
  const list = useRef<HTMLUListElement>(null);
  const columns = useColumns(list);
  const lines = Math.ceil(state.rows.length / columns);
  const { from, to, lineHeight } = useWindow(list, lines, cellRem);
  useReadOn(review, to * columns);
  const go = (by: number) => () => act({ type: 'moved', by });
  useKeys({
    ArrowRight: go(1),
    ArrowLeft: go(-1),
    ArrowDown: go(columns),
    ArrowUp: go(-columns),
    f: () => approveSeen(review, list.current),
  });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3 text-sm text-soft">
        <Button size="small" onClick={() => approveSeen(review, list.current)}>
          All these are fine
        </Button>
        <span>
          The pictures that are wholly on the screen. Key <kbd className="font-semibold text-ink">F</kbd>.
        </span>
      </div>
      <ul
        ref={list}
        aria-label={label}
        style={{ height: lines * lineHeight }}
        className="relative"
        {...attention(act)}
      >
        {state.rows.map((row, index) => {
          const line = Math.floor(index / columns);
          const isDrawn = (line >= from && line < to) || row.key === state.chosen;
          return isDrawn ? (
            <Cell
              key={row.key}
              row={row}
              review={review}
              opensDetail={opensDetail}
              style={{
                top: line * lineHeight,
                height: lineHeight - gap,
                left: `calc((100% + ${gap}px) * ${(index % columns) / columns})`,
                width: `calc((100% + ${gap}px) / ${columns} - ${gap}px)`,
              }}
            />
          ) : null;
        })}
      </ul>
    </>
  );
}

/** Approves only what a person can see: pictures that are loaded and wholly on the screen. */
function approveSeen(review: Review, list: HTMLElement | null): void {
  if (list === null) return;
  const seen = new Set<string>();
  for (const cell of list.querySelectorAll<HTMLElement>('[data-row]')) {
    const picture = cell.querySelector('img');
    const { key } = cell.dataset;
    if (key !== undefined && picture !== null && isLoaded(picture) && isOnScreen(key)) seen.add(key);
  }
  review.approveAll(seen);
}

interface CellProps {
  readonly row: Row;
  readonly review: Review;
  readonly opensDetail: boolean;
  readonly style: React.CSSProperties;
}

function Cell({ row, review, opensDetail, style }: CellProps) {
  const { item, key, gone } = row;
  const remark = remarkOn(row);
  const { state, act } = review.queue;
  const isChosen = state.chosen === key;
  const isSelected = state.selected.has(key);
  return (
    <li
      data-row
      data-key={key}
      aria-current={isChosen || undefined}
      style={style}
      className={clsx(
        'absolute flex scroll-mt-[calc(var(--top)+4rem)] scroll-mb-3 flex-col overflow-hidden rounded-md border border-line bg-raised',
        isChosen && 'outline-2 outline-offset-2 outline-accent',
        isSelected && 'bg-sunk',
      )}
    >
      {/* Not cropped and not covered, because F approves the pictures on the screen. */}
      <div className={clsx('min-h-0 flex-1 bg-sunk p-1', gone !== null && 'opacity-40')}>
        {item.thumbnailUrl !== null && (
          <Picture src={item.thumbnailUrl} alt="" sizes="240px" className="object-contain!" />
        )}
      </div>
      {gone === null ? (
        <>
          <div className="flex items-center">
            <label className="relative z-2 grid size-9 shrink-0 place-items-center max-sm:size-11">
              <input
                type="checkbox"
                checked={isSelected}
                onChange={(event) => act({ type: 'selected', keys: [key], on: event.target.checked })}
                className="size-4.5 accent-accent max-sm:size-5"
              />
              <span className="sr-only">Select {item.name}</span>
            </label>
            <button
              type="button"
              id={rowId(key)}
              onClick={() => {
                act({ type: 'chosen', key });
                // The second press opens the photo; without room for a detail beside the grid, the first press does.
                if (opensDetail || isChosen) review.show({ is: 'photo', item });
              }}
              dir="auto"
              className="whole-card-link truncate rounded-sm pr-2.5 text-left text-sm font-semibold"
            >
              {item.name}
            </button>
          </div>
          {remark !== null && <p className="truncate px-2.5 text-xs font-semibold text-no">{remark}</p>}
          <RowButtons
            items={[item]}
            name={item.name}
            isChosen={false}
            // Without icons, the buttons fit side by side on a phone and leave room for the picture.
            className="flex-wrap gap-1 p-1 *:flex-1 [&_svg]:hidden"
            onApprove={review.approve}
            onReject={review.askReason}
          />
        </>
      ) : (
        <div className="p-2.5">
          <Ghost item={item} gone={gone} />
        </div>
      )}
    </li>
  );
}
