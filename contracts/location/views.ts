import * as z from 'zod/mini';

import { viewShape } from '../shared/entity-fields.ts';
import { locationFields } from './fields.ts';
import { categories } from './words.ts';
import { statuses } from '../shared/statuses.ts';
import { Credit, Submitter } from '../account/person-view.ts';

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
  /** `hiddenNames.city`, and an empty country, for a submitter who does not see the city. */
  cityName: z.string(),
  country: z.string(),
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
});
export type Location = z.infer<typeof Location>;

export const LocationForReview = z.extend(Location, { submitter: z.nullable(Submitter) });
export type LocationForReview = z.infer<typeof LocationForReview>;
