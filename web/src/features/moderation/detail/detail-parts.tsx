import type { QueueItem } from '#contracts/moderation/views';

import { Button } from '../../../ui/button.tsx';
import { kindWords } from '../desk/kind-words.ts';
import type { Review } from '../review/use-review.ts';

export interface DetailProps {
  readonly item: QueueItem;
  readonly review: Review;
  /** Whether the detail itself has the yes and no buttons; a dialog has them in its footer. */
  readonly decides?: boolean;
}

/** The no and yes buttons, with the words for the item's kind. */
export function PlainButtons({ item, review }: DetailProps) {
  const { approve, reject } = kindWords[item.kind];
  return (
    <>
      <Button size="small" onClick={() => review.askReason([item], 'detail')}>
        {reject}
      </Button>
      <Button size="small" onClick={() => review.settle(item, { decision: 'approve' })}>
        {approve}
      </Button>
    </>
  );
}
