import * as z from 'zod/mini';

import { change } from './metadata.ts';

export const CityChanges = z.object({
  name: z.optional(change(z.string())),
  country: z.optional(change(z.string())),
  imageUrl: z.optional(change(z.string())),
});
export type CityChanges = z.infer<typeof CityChanges>;

const city = { cityId: z.string() };

export const CitySubmitted = z.object({
  type: z.literal('city-submitted.v1'),
  data: z.object({ ...city, name: z.string(), country: z.string(), imageUrl: z.string() }),
});
export const CityApproved = z.object({ type: z.literal('city-approved.v1'), data: z.object(city) });
export const CityRejected = z.object({
  type: z.literal('city-rejected.v1'),
  data: z.object({ ...city, reason: z.nullable(z.string()) }),
});
export const CityEdited = z.object({
  type: z.literal('city-edited.v1'),
  data: z.object({ ...city, changes: CityChanges }),
});
/** `undoes`: the id of the decision that is taken back. */
export const CityReopened = z.object({
  type: z.literal('city-reopened.v1'),
  data: z.object({ ...city, undoes: z.string() }),
});
export const CityWithdrawn = z.object({ type: z.literal('city-withdrawn.v1'), data: z.object(city) });
export const CityDeleted = z.object({ type: z.literal('city-deleted.v1'), data: z.object(city) });
/** `undoes`: the id of the deletion; what it took along returns too. */
export const CityRestored = z.object({
  type: z.literal('city-restored.v1'),
  data: z.object({ ...city, undoes: z.string() }),
});

export const CityEvent = z.discriminatedUnion('type', [
  CitySubmitted,
  CityApproved,
  CityRejected,
  CityEdited,
  CityReopened,
  CityWithdrawn,
  CityDeleted,
  CityRestored,
]);
export type CityEvent = z.infer<typeof CityEvent>;
