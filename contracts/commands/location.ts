import * as z from 'zod/mini';

import { bestTime, category, optionalText, text, uuid, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';

const fields = {
  name: text('Name', { most: limits.name }),
  description: text('Description', { most: limits.description, lines: true }),
  cityId: uuid('City'),
  category,
};
const address = optionalText('Address', { most: limits.address });

export const CreateLocation = z.object({
  ...fields,
  address: z.optional(address),
  bestTimeToVisit: z.optional(bestTime),
});
export type CreateLocation = z.infer<typeof CreateLocation>;

/** A field left out is unchanged, null clears an optional one; `revision` is the one that the person saw. */
export const UpdateLocation = z.object({
  name: z.optional(fields.name),
  description: z.optional(fields.description),
  cityId: z.optional(fields.cityId),
  category: z.optional(fields.category),
  address: z.optional(address),
  bestTimeToVisit: z.optional(bestTime),
  revision: z.optional(wholeNumber('Revision', 0, 1e9)),
});
export type UpdateLocation = z.infer<typeof UpdateLocation>;

export const RateLocation = z.object({ rating: wholeNumber('Rating', 1, 5) });
export type RateLocation = z.infer<typeof RateLocation>;
