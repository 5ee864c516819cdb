import * as z from 'zod/mini';

import { oneOf, optionalText, uuid } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { reportable, reportReasons } from './words.ts';

/** A person's report of something wrong. Only moderators can read the note. */
export const CreateReport = z.object({
  entityType: oneOf('Entity type', reportable),
  entityId: uuid('Entity id'),
  reason: oneOf('Reason', reportReasons),
  note: z.optional(optionalText('Note', { most: limits.reportNote, lines: true })),
});
export type CreateReport = z.infer<typeof CreateReport>;
