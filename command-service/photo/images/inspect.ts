import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

import type { Header } from './picture-messages.ts';
import type { PhotoType } from './sniff.ts';

/**
 * Compares a picture's header with its first bytes and with the pixels that its format may have.
 * @throws Refusal `not-an-image`, `too-many-pixels`
 */
export function checkHeader(mimeType: PhotoType, header: Header): void {
  if (typeOf(header) !== mimeType) throw new Refusal('not-an-image');
  const { width, height } = header;
  const { pixels, kind } = mostPixels(mimeType, header);
  if (width * height > pixels) {
    const most = `at most ${pixels / 1_000_000} million are taken${kind}`;
    throw new Refusal('too-many-pixels', { detail: `The picture has ${width} x ${height} pixels; ${most}.` });
  }
}

const typeOf = ({ format, compression }: Header): string =>
  format === 'heif' && compression === 'av1' ? 'image/avif' : `image/${format}`;

/** An AVIF, an interlaced PNG and a deep PNG are unpacked whole, with up to 27, 6 and 10 bytes for each pixel. */
function mostPixels(mimeType: PhotoType, { isProgressive, isDeep }: Header) {
  if (mimeType === 'image/avif') return { pixels: limits.photoPixelsAvif, kind: ' of an AVIF' };
  if (mimeType === 'image/png' && (isProgressive || isDeep)) {
    return { pixels: limits.photoPixelsCostlyPng, kind: ' of an interlaced or 16-bit PNG' };
  }
  return { pixels: limits.photoPixels, kind: '' };
}
