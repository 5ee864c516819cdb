import clsx from 'clsx';

import type { QueueItem } from '#contracts/moderation/views';

import { Button } from '../../../ui/button.tsx';
import { Picture, PictureLoading } from '../../../ui/picture.tsx';
import { KeyHints } from '../desk/keys-help.tsx';
import { lineName } from '../desk/kind-words.ts';
import { Facts } from '../desk/parts.tsx';
import { keyOf } from '../desk/rows.ts';
import { From, kindAndCity } from '../detail/detail.tsx';
import type { Review } from '../review/use-review.ts';

interface SetDetailProps {
  readonly items: readonly QueueItem[];
  readonly review: Review;
  /** Begins lower, below the dashboard's tabs. */
  readonly isLow: boolean;
}

/** All photos of a closed set, which a key decides together; each opens large. */
export function SetDetail({ items, review, isLow }: SetDetailProps) {
  const [first] = items;
  if (first === undefined) return null;
  const name = lineName(first, items.length);
  return (
    <aside
      aria-label={`About ${name}`}
      className={clsx(
        'sticky top-[calc(var(--top)+0.5rem)] flex min-h-80 flex-col overflow-hidden rounded-lg border border-line bg-raised',
        isLow ? 'max-h-[calc(100dvh-15.5rem)]' : 'max-h-[calc(100dvh-16rem)]',
      )}
    >
      <div className="overflow-y-auto overscroll-contain p-5">
        <p className="mb-1 text-xs font-semibold text-soft wrap-anywhere">{kindAndCity(first)}</p>
        <h2 id="story-title" tabIndex={-1} className="mb-3 text-2xl wrap-anywhere">
          {name}
        </h2>
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
      </div>
      <KeyHints />
    </aside>
  );
}
