import * as z from 'zod/mini';

import { oneOf, optionalText } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';

/** `user` takes the moderator's role away. */
export const SetRole = z.object({
  role: oneOf('Role', ['user', 'moderator']),
});
export type SetRole = z.infer<typeof SetRole>;

/** Why somebody is trusted or blocked, or no longer so. Kept in the records, never in an event. */
export const StandingReason = z.object({
  reason: z.optional(optionalText('Reason', { most: limits.reason, lines: true })),
});
export type StandingReason = z.infer<typeof StandingReason>;
