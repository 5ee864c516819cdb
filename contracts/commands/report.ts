import * as z from 'zod/mini';

import { oneOf, optionalText, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { reportable, reportReasons } from '../report-words.ts';

/** A person's report of something wrong. Only moderators can read the note. */
export const CreateReport = z.object({
  entityType: oneOf('Entity type', reportable),
  entityId: uuid('Entity id'),
  reason: oneOf('Reason', reportReasons),
  note: z.optional(optionalText('Note', { most: limits.reportNote, lines: true })),
});
export type CreateReport = z.infer<typeof CreateReport>;
