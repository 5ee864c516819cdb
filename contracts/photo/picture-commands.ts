import * as z from 'zod/mini';

import { AddPhoto } from './commands.ts';

/** A picture for a city. Name and type are what the uploader claims; the bytes decide. */
export const AddPicture = z.pick(AddPhoto, { imageData: true, fileName: true, mimeType: true });
export type AddPicture = z.infer<typeof AddPicture>;
