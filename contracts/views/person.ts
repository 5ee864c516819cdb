import * as z from 'zod/mini';

/** Who gave something, by the name that they chose to have beside it. */
export const Credit = z.object({ userId: z.uuid(), name: z.string() });
export type Credit = z.infer<typeof Credit>;

/** Who sent something, for the administrator: the name, and how earlier submissions were decided. */
export const Submitter = z.object({
  id: z.string(),
  name: z.string(),
  approved: z.int(),
  rejected: z.int(),
});
export type Submitter = z.infer<typeof Submitter>;
