import * as z from 'zod/mini';

import { event } from '../shared/event-metadata.ts';

/** One person's opinion of one location: a rating of 1 to 5, and a heart. */
const opinion = { locationId: z.string(), userId: z.string() };

export const OpinionEvent = z.discriminatedUnion('type', [
  event('location-rated.v1', { ...opinion, rating: z.number() }),
  event('location-favorited.v1', opinion),
  event('location-unfavorited.v1', opinion),
]);
export type OpinionEvent = z.infer<typeof OpinionEvent>;
