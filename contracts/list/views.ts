import * as z from 'zod/mini';

import { Location } from '../location/views.ts';

const fields = {
  /** The shared id for a reader of the shared list. */
  id: z.uuid(),
  name: z.string(),
  note: z.nullable(z.string()),
  /** The day that the list is for, as YYYY-MM-DD. */
  date: z.nullable(z.string()),
  shared: z.boolean(),
  /** Anyone who has this id can read the list. A list that is shared again gets another one. */
  sharedId: z.nullable(z.uuid()),
  revision: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

export const PlaceList = z.object({
  ...fields,
  /** In list order, without those that are not public now. */
  places: z.array(Location),
});
export type PlaceList = z.infer<typeof PlaceList>;

/** One of a person's own lists, with the ids of all its places. */
export const OwnList = z.object({ ...fields, placeIds: z.array(z.uuid()) });
export type OwnList = z.infer<typeof OwnList>;
