import * as z from 'zod/mini';

import { change } from './metadata.ts';

const nullableText = z.nullable(z.string());

export const LocationChanges = z.object({
  name: z.optional(change(z.string())),
  description: z.optional(change(z.string())),
  cityId: z.optional(change(z.string())),
  category: z.optional(change(z.string())),
  address: z.optional(change(nullableText)),
  bestTimeToVisit: z.optional(change(nullableText)),
});
export type LocationChanges = z.infer<typeof LocationChanges>;

/** `cityId` is the city that the location was in before the event. */
const location = { locationId: z.string(), cityId: z.string() };
const edit = { ...location, editId: z.string() };

export const LocationSubmitted = z.object({
  type: z.literal('location-submitted.v1'),
  data: z.object({
    ...location,
    name: z.string(),
    description: z.string(),
    category: z.string(),
    address: nullableText,
    bestTimeToVisit: nullableText,
  }),
});
export const LocationApproved = z.object({
  type: z.literal('location-approved.v1'),
  data: z.object(location),
});
export const LocationRejected = z.object({
  type: z.literal('location-rejected.v1'),
  data: z.object({ ...location, reason: nullableText }),
});
export const LocationEdited = z.object({
  type: z.literal('location-edited.v1'),
  data: z.object({ ...location, changes: LocationChanges }),
});
export const LocationEditProposed = z.object({
  type: z.literal('location-edit-proposed.v1'),
  data: z.object({ ...edit, changes: LocationChanges }),
});
/** Approving and applying are one event: `changes` is from the values of that moment to the proposed ones. */
export const LocationEditApproved = z.object({
  type: z.literal('location-edit-approved.v1'),
  data: z.object({ ...edit, changes: LocationChanges, forced: z.boolean() }),
});
export const LocationEditRejected = z.object({
  type: z.literal('location-edit-rejected.v1'),
  data: z.object({ ...edit, reason: nullableText }),
});
export const LocationEditWithdrawn = z.object({
  type: z.literal('location-edit-withdrawn.v1'),
  data: z.object(edit),
});
/** `undoes`: the id of the decision that is taken back. */
export const LocationReopened = z.object({
  type: z.literal('location-reopened.v1'),
  data: z.object({ ...location, undoes: z.string() }),
});
export const LocationWithdrawn = z.object({
  type: z.literal('location-withdrawn.v1'),
  data: z.object(location),
});
export const LocationDeleted = z.object({ type: z.literal('location-deleted.v1'), data: z.object(location) });
/** `undoes`: the id of the deletion (of the location, or of its city); what it took along returns too. */
export const LocationRestored = z.object({
  type: z.literal('location-restored.v1'),
  data: z.object({ ...location, undoes: z.string() }),
});
export const PhotoFeatured = z.object({
  type: z.literal('photo-featured.v1'),
  data: z.object({ ...location, photoId: z.string() }),
});

export const LocationEvent = z.discriminatedUnion('type', [
  LocationSubmitted,
  LocationApproved,
  LocationRejected,
  LocationEdited,
  LocationEditProposed,
  LocationEditApproved,
  LocationEditRejected,
  LocationEditWithdrawn,
  LocationReopened,
  LocationWithdrawn,
  LocationDeleted,
  LocationRestored,
  PhotoFeatured,
]);
export type LocationEvent = z.infer<typeof LocationEvent>;
