import * as z from 'zod/mini';

/** Who sent something, for the administrator: the name, and how earlier submissions were decided. */
export const Submitter = z.object({
  id: z.string(),
  name: z.string(),
  approved: z.int(),
  rejected: z.int(),
});
export type Submitter = z.infer<typeof Submitter>;
