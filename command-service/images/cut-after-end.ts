import { Refusal } from '#contracts/errors';

import { endOfAvif } from './ends/avif.ts';
import { endOfGif } from './ends/gif.ts';
import { endOfJpeg } from './ends/jpeg.ts';
import { endOfPng } from './ends/png.ts';
import { endOfWebp } from './ends/webp.ts';
import type { PhotoType } from './sniff.ts';

const ends: Readonly<Record<PhotoType, (bytes: Buffer) => number | undefined>> = {
  'image/avif': endOfAvif,
  'image/gif': endOfGif,
  'image/jpeg': endOfJpeg,
  'image/png': endOfPng,
  'image/webp': endOfWebp,
};

/**
 * Returns a picture without the bytes after its end, which no decoder reads. `type`: the type that its first bytes
 * claim.
 * @throws Refusal `not-an-image` when it has no end
 */
export function cutAfterEnd(bytes: Buffer, type: PhotoType): Buffer {
  const end = ends[type](bytes);
  if (end === undefined) {
    throw new Refusal('not-an-image', { detail: 'The picture is damaged or incomplete.' });
  }
  return bytes.subarray(0, end);
}
