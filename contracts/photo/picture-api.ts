import * as z from 'zod/mini';

import { AddPicture } from './picture-commands.ts';
import { operation } from '../shared/operation.ts';

/** The address of an uploaded picture, which can be a city's `imageUrl`, and the uploaded picture's size in pixels. */
const UploadedPicture = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const pictureCalls = {
  addPicture: operation({
    method: 'POST',
    path: '/api/pictures',
    summary: 'Upload a picture for a city; one that no city uses is removed after 7 days',
    access: 'user',
    body: AddPicture,
    answers: { 201: UploadedPicture },
    refusals: ['too-many-photos', 'too-slow', 'file-too-large', 'too-many-pixels', 'not-an-image'],
  }),
};
