import * as z from 'zod/mini';

import { cityFields } from './fields.ts';
import { viewShape } from '../shared/entity-fields.ts';
import { statuses } from '../shared/statuses.ts';
import { Submitter } from '../account/views.ts';

export const City = z.object({
  id: z.uuid(),
  ...viewShape(cityFields),
  /** IANA name, by its coordinates; null without them. */
  timeZone: z.nullable(z.string()),
  /** Widths of the same picture, if this app serves it. */
  imageSrcset: z.nullable(z.string()),
  /** Approved locations. */
  locationCount: z.int(),
  photoCount: z.int(),
  status: z.enum(statuses),
  reason: z.nullable(z.string()),
  submittedBy: z.nullable(z.string()),
  originalId: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  revision: z.int(),
});
export type City = z.infer<typeof City>;

/** As the administrator sees it. */
export const CityForReview = z.extend(City, { submitter: z.nullable(Submitter) });
export type CityForReview = z.infer<typeof CityForReview>;

/** The demonstration data that a first start loads. */
export const Sample = z.object({
  /** Whether any city of the sample exists. */
  present: z.boolean(),
  cities: z.int(),
  /** Public places in those cities, including those that people have added. */
  locations: z.int(),
});
export type Sample = z.infer<typeof Sample>;
