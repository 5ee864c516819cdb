import * as z from 'zod/mini';

import { viewShape } from '../shared/entity-fields.ts';
import { FieldContent } from '../shared/coordinates.ts';
import { locationFields } from './fields.ts';
import { categories } from './words.ts';
import { statuses } from '../shared/statuses.ts';
import { Credit, Submitter } from '../account/views.ts';

/** What a page needs to show a picture: sizes to choose from, its own size, and colours to show while it loads. */
export const Picture = z.object({
  id: z.uuid(),
  url: z.string(),
  thumbnailUrl: z.string(),
  srcset: z.string(),
  width: z.int(),
  height: z.int(),
  /** A CSS background. */
  placeholder: z.string(),
});
export type Picture = z.infer<typeof Picture>;

export const Location = z.object({
  id: z.uuid(),
  ...viewShape(locationFields),
  cityId: z.uuid(),
  /** `hiddenNames.city` and an empty country if the submitter may not see the city. */
  cityName: z.string(),
  country: z.string(),
  /** IANA name, from its own coordinates or else its city's; null without either. */
  timeZone: z.nullable(z.string()),
  category: z.enum(categories),
  /** Mean of all ratings, 0 without one. */
  rating: z.number(),
  ratingCount: z.int(),
  favoriteCount: z.int(),
  photoCount: z.int(),
  isTrending: z.union([z.literal(0), z.literal(1)]),
  status: z.enum(statuses),
  reason: z.nullable(z.string()),
  submittedBy: z.nullable(z.string()),
  /** The submitter of an approved location; null without a public name. */
  addedBy: z.nullable(Credit),
  /** Whether that person has a page of their own. */
  addedByHasPage: z.boolean(),
  originalId: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  primaryPhotoUrl: z.nullable(z.string()),
  primaryPhoto: z.nullable(Picture),
  createdAt: z.string(),
  updatedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  revision: z.int(),
  /** The signed-in person's own rating and heart; null for visitors. */
  myRating: z.nullable(z.int()),
  isFavorite: z.nullable(z.boolean()),
  /** Metres from the point of a search with `near`; absent in other searches. */
  distance: z.optional(z.int()),
});
export type Location = z.infer<typeof Location>;

export const LocationForReview = z.extend(Location, { submitter: z.nullable(Submitter) });
export type LocationForReview = z.infer<typeof LocationForReview>;

const editStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;

export const PendingEdit = z.object({
  id: z.uuid(),
  userId: z.string(),
  entityType: z.literal('location'),
  entityId: z.uuid(),
  action: z.literal('update'),
  /** Only the changed fields, each with its old value. */
  data: z.record(z.string(), z.object({ from: FieldContent, to: FieldContent })),
  status: z.enum(editStatuses),
  reason: z.nullable(z.string()),
  reviewedBy: z.nullable(z.string()),
  reviewedAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type PendingEdit = z.infer<typeof PendingEdit>;

export const EditForReview = z.extend(PendingEdit, {
  locationName: z.string(),
  cityName: z.string(),
  /** Fields whose value has changed since the edit was made, with their present values. */
  conflicts: z.record(z.string(), FieldContent),
  submitter: z.nullable(Submitter),
});
export type EditForReview = z.infer<typeof EditForReview>;

/** The places of a map's box, each one alone or in one cluster. */
export const PlacesOnMap = z.object({
  places: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      category: z.enum(categories),
      latitude: z.number(),
      longitude: z.number(),
      rating: z.number(),
      thumbnailUrl: z.nullable(z.string()),
    }),
  ),
  clusters: z.array(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      count: z.int(),
      /** West, south, east, north: the smallest box that contains its places. */
      bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
});
export type PlacesOnMap = z.infer<typeof PlacesOnMap>;

export const Stats = z.object({
  /** Approved locations. */
  locations: z.int(),
  cities: z.int(),
  photos: z.int(),
  /** People who contributed anything in the last 30 days. */
  contributors: z.int(),
});
export type Stats = z.infer<typeof Stats>;

/** The suggestions of a search box. At most five of each kind, only public ones. */
export const Suggestions = z.object({
  cities: z.array(z.object({ id: z.uuid(), name: z.string(), country: z.string() })),
  locations: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      cityName: z.string(),
      thumbnailUrl: z.nullable(z.string()),
    }),
  ),
  /** A likely correction of the text, if nothing matches it as typed. */
  didYouMean: z.nullable(z.string()),
});
export type Suggestions = z.infer<typeof Suggestions>;
