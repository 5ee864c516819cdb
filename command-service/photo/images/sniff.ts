import type { photoTypes } from '#contracts/shared/limits';

export type PhotoType = (typeof photoTypes)[number];

/**
 * The type that the first bytes claim; undefined for any but the five accepted types. It is checked before decoding,
 * so that a decoder for SVG, PDF or TIFF never gets an upload.
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
