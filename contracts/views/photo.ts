import * as z from 'zod/mini';

import { Picture } from './location.ts';

export const Photo = z.extend(Picture, {
  locationId: z.uuid(),
  fileName: z.string(),
  fileSize: z.int(),
  mimeType: z.string(),
  isPrimary: z.union([z.literal(0), z.literal(1)]),
  uploadedBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** The largest rendition as a data URL; left out with `imageData=omit`. */
  imageData: z.optional(z.string()),
});
export type Photo = z.infer<typeof Photo>;
