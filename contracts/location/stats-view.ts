import * as z from 'zod/mini';

export const Stats = z.object({
  /** Approved locations. */
  locations: z.int(),
  cities: z.int(),
  photos: z.int(),
  /** People who contributed anything in the last 30 days. */
  contributors: z.int(),
});
export type Stats = z.infer<typeof Stats>;
