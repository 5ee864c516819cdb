import * as z from 'zod/mini';

/** What a search box offers while somebody types. At most five of each, public ones only. */
export const Suggestions = z.object({
  cities: z.array(z.object({ id: z.uuid(), name: z.string(), country: z.string() })),
  locations: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      cityName: z.string(),
      thumbnailUrl: z.nullable(z.string()),
    }),
  ),
  /** What was probably meant, where nothing has what was typed. */
  didYouMean: z.nullable(z.string()),
});
export type Suggestions = z.infer<typeof Suggestions>;
