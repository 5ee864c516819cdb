import * as z from 'zod/mini';

/** The demonstration data that a first start loads. */
export const Sample = z.object({
  /** Whether any of its cities exists. */
  present: z.boolean(),
  cities: z.int(),
  /** Public places in those cities, including those that people have added. */
  locations: z.int(),
});
export type Sample = z.infer<typeof Sample>;
