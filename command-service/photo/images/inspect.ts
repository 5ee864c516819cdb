import { Refusal } from '#contracts/shared/errors';
import { fullScreenPixels, limits, type photoTypes, renditionWidths } from '#contracts/shared/limits';
import type { Header, Size } from './picture-messages.ts';

/**
 * Compares a picture's header with its first bytes, and checks the limit on pixels of its format.
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

/** An AVIF, an interlaced PNG and a deep PNG are decoded as a whole, with up to 27, 6 and 10 bytes for each pixel. */
function mostPixels(mimeType: PhotoType, { isProgressive, isDeep }: Header) {
  if (mimeType === 'image/avif') return { pixels: limits.photoPixelsAvif, kind: ' of an AVIF' };
  if (mimeType === 'image/png' && (isProgressive || isDeep)) {
    return { pixels: limits.photoPixelsCostlyPng, kind: ' of an interlaced or 16-bit PNG' };
  }
  return { pixels: limits.photoPixels, kind: '' };
}

export type PhotoType = (typeof photoTypes)[number];

/**
 * The type that the first bytes claim; undefined unless it is one of the five accepted types. It is checked before
 * decoding, so that a decoder for SVG, PDF or TIFF never gets an upload.
 */
export function sniff(bytes: Buffer): PhotoType | undefined {
  if (bytes.subarray(0, 3).equals(jpeg)) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(png)) return 'image/png';
  const first = bytes.toString('latin1', 0, 6);
  if (first === 'GIF87a' || first === 'GIF89a') return 'image/gif';
  if (first.startsWith('RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  if (isAvif(bytes)) return 'image/avif';
  return undefined;
}

const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The brands at the start of the file: `avif` may be the main brand or one of the others. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands: readonly string[] = bytes.toString('latin1', 8, end).match(/.{4}/gs) ?? [];
  return brands.includes('avif') || brands.includes('avis');
}

const fullScreenWidth = Math.max(...renditionWidths);
/** The most pixels that a WebP picture can have on a side. */
const sideMost = 16_383;

/**
 * The sizes in which a picture is served, smallest first: none is larger than the picture, and there is at least one. A
 * strip that is too long for WebP is made smaller until it fits.
 */
export function renditionSizes({ width, height }: Size): Size[] {
  const widest = Math.max(1, Math.min(width, Math.floor((sideMost * width) / height)));
  const widths = renditionWidths.filter((each) => each <= widest);
  const sizes = (widths.length > 0 ? widths : [widest]).map((each) => ({
    width: each,
    height: Math.min(sideMost, Math.max(1, Math.round((height * each) / width))),
  }));
  return sizes.filter((size) => size.width < fullScreenWidth || size.width * size.height <= fullScreenPixels);
}
