import clsx from 'clsx';
import type { ReactNode } from 'react';

import type { QueueItem } from '#contracts/moderation/views';

import { Button } from '../../../ui/button.tsx';
import { Picture, PictureLoading } from '../../../ui/picture.tsx';
import { KeyHints } from '../desk/keys-help.tsx';
import { kindWords, whatOf, lineName } from '../desk/kind-words.ts';
import { Facts } from '../desk/parts.tsx';
import { keyOf } from '../desk/rows.ts';
import { Detail, From, kindAndCity } from '../detail/detail.tsx';
import type { Review } from '../review/use-review.ts';

interface DetailBesideProps {
  readonly review: Review;
  /** Whether it starts lower on the screen, below the dashboard's tabs. */
  readonly isLow: boolean;
}

/** The panel beside the list: the selected items, all photos of a closed set, or the detail of one item. */
export function DetailBeside({ review, isLow }: DetailBesideProps) {
  const { chosen, selected, set } = review;
  if (selected.length === 0 && set !== null) return <SetDetail items={set} review={review} isLow={isLow} />;
  if (selected.length > 1) return <SelectedDetail items={selected} />;
  const item = selected[0] ?? chosen;
  return item === null ? null : (
    <TitledFrame key={keyOf(item)} item={item} name={item.name} isLow={isLow}>
      <Detail item={item} review={review} />
    </TitledFrame>
  );
}

interface FrameProps {
  readonly name: string;
  readonly className: string;
  readonly children: ReactNode;
}

function Frame({ name, className, children }: FrameProps) {
  return (
    <aside
      aria-label={`About ${name}`}
      className={clsx(
        'sticky top-[calc(var(--top)+0.5rem)] flex flex-col overflow-hidden rounded-lg border border-line bg-raised',
        className,
      )}
    >
      <div className="overflow-y-auto overscroll-contain p-5">{children}</div>
      <KeyHints />
    </aside>
  );
}

/** The id of the heading of the detail beside the list. */
export const detailTitleId = 'detail-title';

interface TitledFrameProps extends Omit<FrameProps, 'className'> {
  /** The item whose kind and city are shown above the name. */
  readonly item: QueueItem;
  readonly isLow: boolean;
}

function TitledFrame({ item, name, isLow, children }: TitledFrameProps) {
  return (
    <Frame
      name={name}
      className={clsx('min-h-80', isLow ? 'max-h-[calc(100dvh-15.5rem)]' : 'mt-2 max-h-[calc(100dvh-16rem)]')}
    >
      <p className="mb-1 text-xs font-semibold text-soft wrap-anywhere">{kindAndCity(item)}</p>
      <h2 id={detailTitleId} tabIndex={-1} className="mb-3 text-2xl wrap-anywhere">
        {name}
      </h2>
      {children}
    </Frame>
  );
}

/** The most items listed by name; beyond that, only their number is shown. */
const namedMost = 50;

/** Replaces the detail if several items are selected: lists the items that a key will decide. */
function SelectedDetail({ items }: { readonly items: readonly QueueItem[] }) {
  return (
    <Frame name={whatOf(items)} className="max-h-[calc(100dvh-16rem)]">
      <h2 className="mb-3 text-2xl">{items.length} selected</h2>
      <ul className="flex flex-col gap-2.5">
        {items.slice(0, namedMost).map((item) => (
          <li key={keyOf(item)} className="flex items-center gap-3 text-sm">
            <span className="h-10 w-14 shrink-0 overflow-hidden rounded-sm bg-sunk">
              {item.thumbnailUrl !== null && <Picture src={item.thumbnailUrl} alt="" sizes="56px" />}
            </span>
            <span className="min-w-0">
              <span dir="auto" className="block truncate font-semibold">
                {item.name}
              </span>
              <span className="block truncate text-soft">
                {[kindWords[item.kind].label, item.kind === 'city' ? null : item.cityName, item.summary]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {items.length > namedMost && (
        <p className="mt-3 text-sm text-soft">And {items.length - namedMost} more.</p>
      )}
    </Frame>
  );
}

interface SetDetailProps extends DetailBesideProps {
  readonly items: readonly QueueItem[];
}

/** All photos of a closed set, which a key decides together. Pressing a photo opens it large. */
function SetDetail({ items, review, isLow }: SetDetailProps) {
  const [first] = items;
  if (first === undefined) return null;
  return (
    <TitledFrame item={first} name={lineName(first, items.length)} isLow={isLow}>
      <Button
        size="small"
        className="mb-3"
        onClick={() => review.queue.act({ type: 'opened', key: keyOf(first), on: true })}
      >
        Decide each by itself
      </Button>
      <PictureLoading value={{ eager: true, attempt: 0 }}>
        <ul className="mb-3 grid grid-cols-2 gap-2">
          {items.map((item, at) => (
            <li key={item.id} data-in-set={item.id} className="min-w-0">
              <button
                type="button"
                aria-label={`Photo ${at + 1} of ${first.name}, large`}
                onClick={() => review.show({ is: 'photo', item })}
                className="block aspect-[4/3] w-full overflow-hidden rounded-md bg-sunk"
              >
                {item.thumbnailUrl !== null && (
                  <Picture src={item.thumbnailUrl} alt="" sizes="170px" className="object-contain!" />
                )}
              </button>
              {item.summary !== '' && (
                <p dir="auto" className="mt-1 text-sm wrap-anywhere text-soft">
                  {item.summary}
                </p>
              )}
            </li>
          ))}
        </ul>
      </PictureLoading>
      <Facts>
        <From item={first} />
      </Facts>
    </TitledFrame>
  );
}
