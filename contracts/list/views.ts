import * as z from 'zod/mini';

import { Location } from '../location/views.ts';

const fields = {
  /** For whoever reads it as shared, that is its shared id. */
  id: z.uuid(),
  name: z.string(),
  note: z.nullable(z.string()),
  /** The day that it is for, as YYYY-MM-DD. */
  date: z.nullable(z.string()),
  shared: z.boolean(),
  /** Whoever has it can read the list; another one each time the list is shared. */
  sharedId: z.nullable(z.uuid()),
  revision: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** A person's list of places. */
export const PlaceList = z.object({
  ...fields,
  /** In their order, without those that are not public now. */
  places: z.array(Location),
});
export type PlaceList = z.infer<typeof PlaceList>;

/** One of a person's own lists, with the ids of all its places. */
export const OwnList = z.object({ ...fields, placeIds: z.array(z.uuid()) });
export type OwnList = z.infer<typeof OwnList>;
