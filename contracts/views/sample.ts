import * as z from 'zod/mini';

/** The demonstration data that a first start loads. */
export const Sample = z.object({
  /** Some of its cities are there. */
  present: z.boolean(),
  cities: z.int(),
  /** Public places in those cities, also what people have added to them. */
  locations: z.int(),
});
export type Sample = z.infer<typeof Sample>;
