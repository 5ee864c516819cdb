import { inflateSync } from 'node:zlib';

import { createCutter, profileMost, withoutMark, type Parts } from './parts.ts';

/** A PNG ends after its IEND chunk. (PNG 3rd edition, 5.3: chunk layout) */
export function pngParts(bytes: Buffer): Parts | undefined {
  const cutter = createCutter(bytes);
  let exif: Buffer | undefined;
  let hasProfile = false;
  const isKept = (type: string, content: Buffer): boolean => {
    if (type === 'eXIf') exif ??= withoutMark(content);
    if (type !== 'iCCP') return partsOfPicture.has(type);
    const isFirst = !hasProfile;
    hasProfile = true;
    return isFirst && isUsualProfile(content);
  };
  // A signature of 8 bytes; then chunks: length, type, data, checksum.
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!isKept(type, bytes.subarray(at + 8, end - 4))) cutter.cut(at, end);
    if (type === 'IEND') return { picture: cutter.copyUpTo(end), exif };
    at = end;
  }
  return undefined;
}

/** The pixels, and the chunks that define their colours. */
const partsOfPicture = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['cHRM', 'gAMA', 'sBIT', 'sRGB', 'cICP'],
]);

/** A profile has a name, a zero, a byte for the compression, and its compressed bytes. */
function isUsualProfile(content: Buffer): boolean {
  try {
    inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: profileMost });
    return true;
  } catch {
    return false;
  }
}
