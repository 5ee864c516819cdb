import * as z from 'zod/mini';

import { roles } from '../shared/account-words.ts';

/** Somebody with an account, as moderators see them. */
export const PersonForDesk = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null unless the viewer is the administrator. */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  trusted: z.boolean(),
  blocked: z.boolean(),
  createdAt: z.string(),
  lastActiveAt: z.nullable(z.string()),
  /** How many cities, locations and edits they sent in, and how those were decided. */
  submitted: z.int(),
  approved: z.int(),
  declined: z.int(),
  waiting: z.int(),
  photos: z.int(),
  /** The person's reports that were upheld. */
  reportsUpheld: z.int(),
});
export type PersonForDesk = z.infer<typeof PersonForDesk>;
