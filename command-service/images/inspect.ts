import sharp from 'sharp';

import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';

import type { Size } from './sizes.ts';
import { sniff, type PhotoType } from './sniff.ts';

export interface Inspected {
  readonly mimeType: PhotoType;
  /** Pixels, upright. */
  readonly size: Size;
}

/**
 * Reads a picture's type and size from its header, without decoding a pixel.
 * @throws Refusal `not-an-image`, `too-many-pixels`
 */
export async function inspect(bytes: Buffer): Promise<Inspected> {
  const mimeType = sniff(bytes);
  if (mimeType === undefined) throw new Refusal('not-an-image');
  const header = await readHeader(bytes);
  if (header.type !== mimeType) throw new Refusal('not-an-image');
  const { width, height } = header.size;
  if (width * height > limits.photoPixels) {
    throw new Refusal('too-many-pixels', {
      detail: `The picture has ${width} x ${height} pixels; at most ${limits.photoPixels / 1_000_000} million are taken.`,
    });
  }
  return { mimeType, size: header.size };
}

async function readHeader(bytes: Buffer) {
  try {
    // The limit is ours to apply: the decoder would only say that it failed.
    const { format, compression, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const type = format === 'heif' ? (compression === 'av1' ? 'image/avif' : undefined) : `image/${format}`;
    return { type, size: autoOrient };
  } catch {
    // Whatever the decoder has against these bytes, to their sender it is one thing.
    throw new Refusal('not-an-image');
  }
}
