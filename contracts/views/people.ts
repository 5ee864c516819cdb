import * as z from 'zod/mini';

import { roles } from '../vocabulary.ts';

/** Somebody with an account, as moderators see them. */
export const PersonForDesk = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null unless the administrator asks. */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  trusted: z.boolean(),
  blocked: z.boolean(),
  createdAt: z.string(),
  lastActiveAt: z.nullable(z.string()),
  /** Cities, locations and edits that they sent in, and what became of them. */
  submitted: z.int(),
  approved: z.int(),
  declined: z.int(),
  waiting: z.int(),
  photos: z.int(),
  /** Reports that they made and that were upheld. */
  reportsUpheld: z.int(),
});
export type PersonForDesk = z.infer<typeof PersonForDesk>;
