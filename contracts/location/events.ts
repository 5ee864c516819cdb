import * as z from 'zod/mini';

import { changesData, submissionData } from '../shared/entity-fields.ts';
import { locationFields } from './fields.ts';
import { reapplies, reverts, review, undoes } from '../shared/event-metadata.ts';

const nullableText = z.nullable(z.string());

export const LocationChanges = z.object(changesData(locationFields));
export type LocationChanges = z.infer<typeof LocationChanges>;

/** `cityId` is the city that the location was in before the event. */
const location = { locationId: z.string(), cityId: z.string() };
const edit = { ...location, editId: z.string() };

const LocationSubmitted = z.object({
  type: z.literal('location-submitted.v1'),
  data: z.object({
    ...location,
    ...submissionData(locationFields),
  }),
});
const LocationApproved = z.object({
  type: z.literal('location-approved.v1'),
  data: z.object({ ...location, review, reapplies }),
});
/** `duplicateOf`: the id of the location that it duplicates. */
const LocationRejected = z.object({
  type: z.literal('location-rejected.v1'),
  data: z.object({ ...location, reason: nullableText, duplicateOf: z.optional(z.string()) }),
});
const LocationEdited = z.object({
  type: z.literal('location-edited.v1'),
  data: z.object({ ...location, changes: LocationChanges }),
});
/** Its submitter sends in a declined location again, changed or not: `changes` may be empty. */
const LocationResubmitted = z.object({
  type: z.literal('location-resubmitted.v1'),
  data: z.object({ ...location, changes: LocationChanges }),
});
const LocationEditProposed = z.object({
  type: z.literal('location-edit-proposed.v1'),
  data: z.object({ ...edit, changes: LocationChanges }),
});
/**
 * Approving and applying are one event. `changes` holds the values just before it and the applied ones. A moderator
 * may have corrected a value; proposed fields that are not in it were declined.
 *
 * `into`, for an edit of a merged place: the one that shows it, which an edit of its own gives the values of `taken`. Then
 * `changes` is empty.
 */
const LocationEditApproved = z.object({
  type: z.literal('location-edit-approved.v1'),
  data: z.object({
    ...edit,
    changes: LocationChanges,
    forced: z.boolean(),
    into: z.optional(z.string()),
    taken: z.optional(LocationChanges),
    review,
    reapplies,
  }),
});
const LocationEditRejected = z.object({
  type: z.literal('location-edit-rejected.v1'),
  data: z.object({ ...edit, reason: nullableText }),
});
const LocationEditWithdrawn = z.object({
  type: z.literal('location-edit-withdrawn.v1'),
  data: z.object(edit),
});
/** A decided edit waits again. `changes` takes back what its approval applied, except fields changed since. */
const LocationEditReopened = z.object({
  type: z.literal('location-edit-reopened.v1'),
  data: z.object({ ...edit, changes: LocationChanges, reverts }),
});
const LocationReopened = z.object({
  type: z.literal('location-reopened.v1'),
  data: z.object({ ...location, undoes, reverts }),
});
const LocationWithdrawn = z.object({
  type: z.literal('location-withdrawn.v1'),
  data: z.object(location),
});
const LocationDeleted = z.object({ type: z.literal('location-deleted.v1'), data: z.object(location) });
const LocationRestored = z.object({
  type: z.literal('location-restored.v1'),
  data: z.object({ ...location, undoes }),
});
/**
 * It ends by being merged into another place, which from then on shows what it holds; its photos only if `photos` says
 * so. `taken`: the values of its own that the other place takes, each with the other's value before.
 */
const LocationMerged = z.object({
  type: z.literal('location-merged.v1'),
  data: z.object({ ...location, into: z.string(), photos: z.boolean(), taken: LocationChanges }),
});
/** The merging is taken back. `into`: the place that it was merged into. */
const LocationParted = z.object({
  type: z.literal('location-parted.v1'),
  data: z.object({ ...location, into: z.string() }),
});
/** `photoId` is null when no photo is chosen any more; then the oldest photo is shown. */
const PhotoFeatured = z.object({
  type: z.literal('photo-featured.v1'),
  data: z.object({ ...location, photoId: nullableText, review, reverts, reapplies }),
});

export const LocationEvent = z.discriminatedUnion('type', [
  LocationSubmitted,
  LocationApproved,
  LocationRejected,
  LocationEdited,
  LocationResubmitted,
  LocationEditProposed,
  LocationEditApproved,
  LocationEditRejected,
  LocationEditWithdrawn,
  LocationEditReopened,
  LocationReopened,
  LocationWithdrawn,
  LocationDeleted,
  LocationRestored,
  LocationMerged,
  LocationParted,
  PhotoFeatured,
]);
export type LocationEvent = z.infer<typeof LocationEvent>;

/** Events that change a location's status. */
export type LocationStatusEvent = Exclude<
  LocationEvent,
  | { readonly type: 'location-submitted.v1' | 'location-edited.v1' | 'photo-featured.v1' }
  | { readonly data: { readonly editId: unknown } }
>;
