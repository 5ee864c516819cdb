import * as z from 'zod/mini';

import { reportStatuses } from '../report/words.ts';
import { statuses } from '../shared/statuses.ts';

/** One thing that a person sent in, and how it was decided. */
export const Submission = z.object({
  entityType: z.enum(['city', 'location', 'edit', 'photo', 'report']),
  /** Its id; for an edit, its location's. */
  entityId: z.uuid(),
  editId: z.nullable(z.uuid()),
  /**
   * Its own name; for an edit, a photo or a report, that of the place or city that it is about, or one of `hiddenNames`
   * where the person may not see that.
   */
  name: z.string(),
  status: z.enum([...statuses, ...reportStatuses]),
  reason: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  thumbnailUrl: z.nullable(z.string()),
  /** For an edit: what it would change. */
  changes: z.nullable(
    z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) })),
  ),
  /** If it was declined as a duplicate: the original, if the person sees it. */
  duplicateOf: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
});
export type Submission = z.infer<typeof Submission>;
