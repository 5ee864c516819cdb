import * as z from 'zod/mini';

/** One person's opinion of one location: a rating of 1 to 5, and a heart. */
const opinion = { locationId: z.string(), userId: z.string() };

const LocationRated = z.object({
  type: z.literal('location-rated.v1'),
  data: z.object({ ...opinion, rating: z.number() }),
});
const LocationFavorited = z.object({
  type: z.literal('location-favorited.v1'),
  data: z.object(opinion),
});
const LocationUnfavorited = z.object({
  type: z.literal('location-unfavorited.v1'),
  data: z.object(opinion),
});

export const OpinionEvent = z.discriminatedUnion('type', [
  LocationRated,
  LocationFavorited,
  LocationUnfavorited,
]);
export type OpinionEvent = z.infer<typeof OpinionEvent>;
