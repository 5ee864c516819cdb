import * as z from 'zod/mini';

import { changesData, submissionData } from '../shared/entity-fields.ts';
import { locationFields } from './fields.ts';
import { event, reapplies, reverts, review, undoes } from '../shared/event-metadata.ts';

const nullableText = z.nullable(z.string());

export const LocationChanges = z.object(changesData(locationFields));
export type LocationChanges = z.infer<typeof LocationChanges>;

/** `cityId` is the city that the location was in before the event. */
const location = { locationId: z.string(), cityId: z.string() };
const edit = { ...location, editId: z.string() };

export const LocationEvent = z.discriminatedUnion('type', [
  event('location-submitted.v1', { ...location, ...submissionData(locationFields) }),
  event('location-approved.v1', { ...location, review, reapplies }),
  /** `duplicateOf`: the id of the location that it duplicates. */
  event('location-rejected.v1', { ...location, reason: nullableText, duplicateOf: z.optional(z.string()) }),
  event('location-edited.v1', { ...location, changes: LocationChanges }),
  /** The submitter sends in a declined location again, changed or not: `changes` may be empty. */
  event('location-resubmitted.v1', { ...location, changes: LocationChanges }),
  event('location-edit-proposed.v1', { ...edit, changes: LocationChanges }),
  /**
   * Approves and applies an edit in one event. `changes` holds the values just before it and the applied ones. A
   * moderator may have corrected a value; proposed fields that are missing in it were declined. `into`, for an edit of
   * a merged place: the place that shows it and gets the values of `taken` by an edit of its own. Then `changes` is
   * empty.
   */
  event('location-edit-approved.v1', {
    ...edit,
    changes: LocationChanges,
    forced: z.boolean(),
    into: z.optional(z.string()),
    taken: z.optional(LocationChanges),
    review,
    reapplies,
  }),
  event('location-edit-rejected.v1', { ...edit, reason: nullableText }),
  event('location-edit-withdrawn.v1', edit),
  /** A decided edit waits again. `changes` reverts what its approval applied, except fields changed since. */
  event('location-edit-reopened.v1', { ...edit, changes: LocationChanges, reverts }),
  event('location-reopened.v1', { ...location, undoes, reverts }),
  event('location-withdrawn.v1', location),
  event('location-deleted.v1', location),
  event('location-restored.v1', { ...location, undoes }),
  /**
   * Merges the location into another place, which shows its contents from then on; its photos only if `photos` is true.
   * `taken`: the values of this location that the other place takes, each with the other place's value before.
   */
  event('location-merged.v1', { ...location, into: z.string(), photos: z.boolean(), taken: LocationChanges }),
  /** Undoes the merge. `into`: the place that it was merged into. */
  event('location-parted.v1', { ...location, into: z.string() }),
  /** `photoId` is null if no photo is chosen any longer; then the oldest photo is shown. */
  event('photo-featured.v1', { ...location, photoId: nullableText, review, reverts, reapplies }),
]);
export type LocationEvent = z.infer<typeof LocationEvent>;

export type LocationStatusEvent = Exclude<
  LocationEvent,
  | { readonly type: 'location-submitted.v1' | 'location-edited.v1' | 'photo-featured.v1' }
  | { readonly data: { readonly editId: unknown } }
>;
