import * as z from 'zod/mini';

/** The contributor of something, under the public name that they chose. */
export const Credit = z.object({ userId: z.uuid(), name: z.string() });
export type Credit = z.infer<typeof Credit>;

/** The sender of something, for the administrator: the name, and how earlier submissions were decided. */
export const Submitter = z.object({
  id: z.string(),
  name: z.string(),
  approved: z.int(),
  rejected: z.int(),
});
export type Submitter = z.infer<typeof Submitter>;
