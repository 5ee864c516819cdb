import type { PhotoType } from '../inspect.ts';
import { avifParts } from './avif.ts';
import { gifParts } from './gif.ts';
import { jpegParts } from './jpeg.ts';
import type { Parts } from './parts.ts';
import { pngParts } from './png.ts';
import { webpParts } from './webp.ts';

const partsOfType: Readonly<Record<PhotoType, (bytes: Buffer) => Parts | undefined>> = {
  'image/avif': avifParts,
  'image/gif': gifParts,
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
};

/**
 * Takes a picture's file apart, in a time that grows with its length. `type`: the type that its first bytes claim.
 * Undefined when it has no end.
 */
export const partsOf = (bytes: Buffer, type: PhotoType): Parts | undefined => partsOfType[type](bytes);
