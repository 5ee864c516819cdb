import * as z from 'zod/mini';

import { text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { fieldTexts } from '../texts.ts';

/** One photo: its bytes as a base64 data URL. Name, size and type are the uploader's word; the bytes decide. */
export const AddPhoto = z.object({
  imageData: z
    .string({ error: fieldTexts.dataUrl })
    .check(z.refine((value) => value.startsWith('data:'), { error: fieldTexts.dataUrl })),
  fileName: text('File name', { most: limits.fileName }),
  fileSize: z.optional(z.number({ error: 'File size must be a number' })),
  mimeType: z.optional(z.string({ error: 'File type must be text' }).check(z.maxLength(100))),
  isPrimary: z.optional(z.union([z.literal(0), z.literal(1)], { error: 'isPrimary must be 0 or 1' })),
});
export type AddPhoto = z.infer<typeof AddPhoto>;

export const FeaturePhoto = z.object({ locationId: z.optional(uuid('Location')) });
export type FeaturePhoto = z.infer<typeof FeaturePhoto>;
