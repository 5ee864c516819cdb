import * as z from 'zod/mini';

import { PhotoDetails } from './events.ts';
import { Picture } from '../location/views.ts';
import { Credit } from '../account/views.ts';

export const Photo = z.extend(Picture, {
  locationId: z.uuid(),
  fileName: z.string(),
  fileSize: z.int(),
  mimeType: z.string(),
  isPrimary: z.union([z.literal(0), z.literal(1)]),
  uploadedBy: z.nullable(z.string()),
  /** Null without a public name. */
  credit: z.nullable(Credit),
  /** Whether that person has a page of their own. */
  creditHasPage: z.boolean(),
  createdAt: z.string(),
  caption: z.nullable(z.string()),
  /** When it was taken and with what; null for details that are not known or not shared. */
  ...PhotoDetails.shape,
  /** In a list the largest rendition as a data URL, absent with `imageData=omit`; otherwise null. */
  imageData: z.optional(z.nullable(z.string())),
});
export type Photo = z.infer<typeof Photo>;

/** A photo in a list of several locations' photos. */
export const PhotoOfPerson = z.extend(Photo, { locationName: z.string(), cityName: z.string() });
export type PhotoOfPerson = z.infer<typeof PhotoOfPerson>;
