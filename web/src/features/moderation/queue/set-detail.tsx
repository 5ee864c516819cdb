import type { QueueItem } from '#contracts/moderation/views';

import { Button } from '../../../ui/button.tsx';
import { Picture, PictureLoading } from '../../../ui/picture.tsx';
import { lineName } from '../desk/kind-words.ts';
import { Facts } from '../desk/parts.tsx';
import { keyOf } from '../desk/rows.ts';
import { From } from '../detail/detail.tsx';
import type { Review } from '../review/use-review.ts';
import { DetailFrame } from './detail-frame.tsx';

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
  return (
    <DetailFrame item={first} name={lineName(first, items.length)} isLow={isLow}>
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
    </DetailFrame>
  );
}
