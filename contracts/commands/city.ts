import * as z from 'zod/mini';

import { imageUrl, text, wholeNumber } from '../fields.ts';
import { limits } from '../limits.ts';

const fields = {
  name: text('Name', { most: limits.name }),
  country: text('Country', { most: limits.country }),
  imageUrl,
};

export const CreateCity = z.object(fields);
export type CreateCity = z.infer<typeof CreateCity>;

/** A field left out is unchanged; `revision` is the one that the person saw when they began. */
export const UpdateCity = z.object({
  name: z.optional(fields.name),
  country: z.optional(fields.country),
  imageUrl: z.optional(fields.imageUrl),
  revision: z.optional(wholeNumber('Revision', 0, 1e9)),
});
export type UpdateCity = z.infer<typeof UpdateCity>;
