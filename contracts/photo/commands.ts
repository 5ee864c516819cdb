import * as z from 'zod/mini';

import { withoutStrange } from '../shared/characters.ts';
import { notEmpty, requiredText, text, uuid } from '../shared/fields.ts';
import { limits } from '../shared/limits.ts';
import { caption, SentDetails } from './photo-details.ts';
import { fieldTexts } from '../shared/texts.ts';

/**
 * People do not type the file name, so invisible characters are removed. Characters that change the direction are
 * refused, because they hide the file's type.
 */
const fileName = z.pipe(
  text('File name', { most: limits.fileName, lines: true }),
  z.transform(withoutStrange),
);

/** Whether everybody sees when and with what it was taken. */
const shareDetails = z.boolean({ error: 'shareDetails must be true or false' });

/** One photo: its bytes as a base64 data URL. Name, size and type are what the uploader claims; the bytes decide. */
export const AddPhoto = z.object({
  imageData: requiredText('Photo', fieldTexts.dataUrl).check(
    notEmpty('Photo'),
    z.refine((value) => value.startsWith('data:'), { error: fieldTexts.dataUrl }),
  ),
  fileName,
  fileSize: z.optional(z.number({ error: 'File size must be a number' })),
  mimeType: z.optional(z.string({ error: 'File type must be text' }).check(z.maxLength(100))),
  isPrimary: z.optional(z.union([z.literal(0), z.literal(1)], { error: 'isPrimary must be 0 or 1' })),
  caption: z.optional(caption),
  shareDetails: z.optional(shareDetails),
  /** Used for details that the file itself lacks. */
  details: z.optional(z.nullable(SentDetails)),
});
export type AddPhoto = z.infer<typeof AddPhoto>;

/** An omitted field is unchanged; null removes the caption. */
export const DescribePhoto = z.object({
  caption: z.optional(caption),
  shareDetails: z.optional(shareDetails),
});
export type DescribePhoto = z.infer<typeof DescribePhoto>;

export const FeaturePhoto = z.object({ locationId: z.optional(uuid('Location')) });
export type FeaturePhoto = z.infer<typeof FeaturePhoto>;

/** A picture for a city. Name and type are what the uploader claims; the bytes decide. */
export const AddPicture = z.pick(AddPhoto, { imageData: true, fileName: true, mimeType: true });
export type AddPicture = z.infer<typeof AddPicture>;
