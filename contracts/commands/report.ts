import * as z from 'zod/mini';

import { optionalText, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { reportable, reportReasons } from '../vocabulary.ts';

/** A person's report of something wrong. Only moderators can read the note. */
export const CreateReport = z.object({
  entityType: z.enum(reportable, { error: `entityType must be one of: ${reportable.join(', ')}` }),
  entityId: uuid('entityId'),
  reason: z.enum(reportReasons, { error: `reason must be one of: ${reportReasons.join(', ')}` }),
  note: z.optional(optionalText('Note', { most: limits.reportNote, lines: true })),
});
export type CreateReport = z.infer<typeof CreateReport>;
