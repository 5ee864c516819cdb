import * as z from 'zod/mini';

import { event } from '../shared/event-metadata.ts';
import { queueKinds } from './words.ts';
import { reportable } from '../report/words.ts';

/** `changeId` is the id of the event that applied at once; the rest says what it changed. */
const change = {
  changeId: z.string(),
  entityType: z.enum(['city', 'location']),
  entityId: z.string(),
};

export const ChangeEvent = z.discriminatedUnion('type', [
  /** A moderator has accepted the change. A revert is an event of the changed entity, which names the change. */
  event('change-reviewed.v1', change),
  event('change-review-reopened.v1', change),
]);
export type ChangeEvent = z.infer<typeof ChangeEvent>;

export const SecondOpinionEvent = z.discriminatedUnion('type', [
  /** A moderator wants a colleague to see an item of the queue before it is decided. The records hold their note. */
  event('second-opinion-asked.v1', {
    kind: z.enum(queueKinds),
    itemId: z.string(),
    entityType: z.enum(reportable),
    entityId: z.string(),
  }),
]);
export type SecondOpinionEvent = z.infer<typeof SecondOpinionEvent>;
