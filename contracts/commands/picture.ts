import * as z from 'zod/mini';

import { AddPhoto } from './photo.ts';

/** A picture for a city. Name and type are the uploader's word; the bytes decide. */
export const AddPicture = z.pick(AddPhoto, { imageData: true, fileName: true, mimeType: true });
export type AddPicture = z.infer<typeof AddPicture>;
