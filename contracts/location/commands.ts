import * as z from 'zod/mini';

import { creationInput, editInput } from '../shared/entity-fields.ts';
import { wholeNumber } from '../shared/fields.ts';
import { locationFields } from './fields.ts';

export const CreateLocation = z.object(creationInput(locationFields));
export type CreateLocation = z.infer<typeof CreateLocation>;

/** An omitted field is unchanged, null clears an optional one; `revision` is the one that the person saw. */
export const UpdateLocation = z.object({
  ...editInput(locationFields),
  revision: z.optional(wholeNumber('Revision', 0, 1e9)),
});
export type UpdateLocation = z.infer<typeof UpdateLocation>;

export const RateLocation = z.object({ rating: wholeNumber('Rating', 1, 5) });
export type RateLocation = z.infer<typeof RateLocation>;
