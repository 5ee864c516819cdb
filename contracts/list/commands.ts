import * as z from 'zod/mini';

import { day } from '../light/queries.ts';
import { optionalText, text, uuid, wholeNumber } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';

const name = text('Name', { most: limits.listName });
const note = optionalText('Note', { most: limits.listNote, lines: true });
const date = z.nullable(day);

const placesText = `Places must be a list of at most ${limits.placesOfList} locations, each once`;

export const CreateList = z.object({ name, note: z.optional(note), date: z.optional(date) });
export type CreateList = z.infer<typeof CreateList>;

/**
 * An omitted field is unchanged. `revision`: the one that the change is based on; without it, the change applies to the
 * current list.
 */
export const UpdateList = z.object({
  name: z.optional(name),
  note: z.optional(note),
  date: z.optional(date),
  shared: z.optional(z.boolean({ error: 'Shared must be true or false' })),
  /** Ids of public locations, in their order. */
  places: z.optional(
    z.array(uuid('Location id'), { error: placesText }).check(
      z.maxLength(limits.placesOfList, { error: placesText, abort: true }),
      z.refine((ids) => new Set(ids).size === ids.length, { error: placesText }),
    ),
  ),
  revision: z.optional(wholeNumber('Revision', 0, 1e9)),
});
export type UpdateList = z.infer<typeof UpdateList>;
