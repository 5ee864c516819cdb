import * as z from 'zod/mini';

import { reportable } from '../report/words.ts';
import { queueKinds } from './words.ts';

/** `changeId` is the id of the event that applied at once; the rest says what it changed. */
const change = {
  changeId: z.string(),
  entityType: z.enum(['city', 'location']),
  entityId: z.string(),
};

/** A moderator has accepted the change. A revert is an event of the changed entity, which names the change. */
const ChangeReviewed = z.object({ type: z.literal('change-reviewed.v1'), data: z.object(change) });
const ChangeReviewReopened = z.object({
  type: z.literal('change-review-reopened.v1'),
  data: z.object(change),
});

export const ChangeEvent = z.discriminatedUnion('type', [ChangeReviewed, ChangeReviewReopened]);
export type ChangeEvent = z.infer<typeof ChangeEvent>;

/** A moderator wants a colleague to see an item of the queue before it is decided. The records hold their note. */
const SecondOpinionAsked = z.object({
  type: z.literal('second-opinion-asked.v1'),
  data: z.object({
    kind: z.enum(queueKinds),
    itemId: z.string(),
    entityType: z.enum(reportable),
    entityId: z.string(),
  }),
});

export const SecondOpinionEvent = z.discriminatedUnion('type', [SecondOpinionAsked]);
export type SecondOpinionEvent = z.infer<typeof SecondOpinionEvent>;
