import * as z from 'zod/mini';

import { cityFields } from './fields.ts';
import { creationInput, editInput } from '../shared/entity-fields.ts';
import { wholeNumber } from '../shared/fields.ts';

export const CreateCity = z.object(creationInput(cityFields));
export type CreateCity = z.infer<typeof CreateCity>;

/** An omitted field is unchanged. `revision`: the one that the person saw when they began. */
export const UpdateCity = z.object({
  ...editInput(cityFields),
  revision: z.optional(wholeNumber('Revision', 0, 1e9)),
});
export type UpdateCity = z.infer<typeof UpdateCity>;
