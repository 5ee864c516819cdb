import * as z from 'zod/mini';

import { optionalText, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';

/** Why something was declined, for its submitter to read. */
export const Reject = z.object({
  reason: z.optional(optionalText('Reason', { most: limits.reason, lines: true })),
});
export type Reject = z.infer<typeof Reject>;

/** `force`: apply the edit although the values that it was made against have changed since. */
export const ApproveEdit = z.object({
  force: z.optional(z.boolean({ error: 'Force must be true or false' })),
});
export type ApproveEdit = z.infer<typeof ApproveEdit>;

/** With a revision, the values of that revision come back too. */
export const Restore = z.object({ revision: z.optional(wholeNumber('Revision', 0, 1e9)) });
export type Restore = z.infer<typeof Restore>;
