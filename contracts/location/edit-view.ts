import * as z from 'zod/mini';

import { Submitter } from '../account/person-view.ts';

const value = z.nullable(z.string());

const editStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;

export const PendingEdit = z.object({
  id: z.uuid(),
  userId: z.string(),
  entityType: z.literal('location'),
  entityId: z.uuid(),
  action: z.literal('update'),
  /** Only the changed fields, each with the value that it was changed from. */
  data: z.record(z.string(), z.object({ from: value, to: value })),
  status: z.enum(editStatuses),
  reason: z.nullable(z.string()),
  reviewedBy: z.nullable(z.string()),
  reviewedAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type PendingEdit = z.infer<typeof PendingEdit>;

export const EditForReview = z.extend(PendingEdit, {
  locationName: z.string(),
  cityName: z.string(),
  /** Fields whose value has changed since the edit was made, with their present values. */
  conflicts: z.record(z.string(), value),
  submitter: z.nullable(Submitter),
});
export type EditForReview = z.infer<typeof EditForReview>;
