import * as z from 'zod/mini';

/** The suggestions of a search box. At most five of each kind, only public ones. */
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
  /** A likely correction of the text, if nothing matches it as typed. */
  didYouMean: z.nullable(z.string()),
});
export type Suggestions = z.infer<typeof Suggestions>;
