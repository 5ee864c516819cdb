import * as z from 'zod/mini';

/** `changeId` is the id of the event that applied at once; the rest says what it changed. */
const change = {
  changeId: z.string(),
  entityType: z.enum(['city', 'location']),
  entityId: z.string(),
};

/** A moderator has looked at it, and it stays. One that is taken back is an event of its entity, which names it. */
export const ChangeReviewed = z.object({ type: z.literal('change-reviewed.v1'), data: z.object(change) });
export const ChangeReviewReopened = z.object({
  type: z.literal('change-review-reopened.v1'),
  data: z.object(change),
});

export const ChangeEvent = z.discriminatedUnion('type', [ChangeReviewed, ChangeReviewReopened]);
export type ChangeEvent = z.infer<typeof ChangeEvent>;
