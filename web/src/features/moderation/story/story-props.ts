import type { QueueItem } from '#contracts/moderation/views';

import type { Review } from '../review/use-review.ts';

export interface StoryProps {
  readonly item: QueueItem;
  readonly review: Review;
  /** Whether the story has the plain buttons too; a dialog has them below. */
  readonly decides?: boolean;
}
