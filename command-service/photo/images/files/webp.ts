import { createCutter, profileMost, withoutMark, type Parts } from './parts.ts';

/** The RIFF header of a WebP declares how many bytes follow it; chunks come next. (RFC 9649, 2.3 to 2.7) */
export function webpParts(bytes: Buffer): Parts | undefined {
  if (bytes.length < 12) return undefined;
  const size = bytes.readUInt32LE(4);
  const end = 8 + size;
  // The size includes the mark WEBP. An odd size is not allowed, but some programs write one.
  if (size < 4 || end > bytes.length) return undefined;
  const cutter = createCutter(bytes);
  const seen = new Set<string>();
  let exif: Buffer | undefined;
  for (let at = 12; at + 8 <= end;) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    // An odd length is followed by one more byte.
    const next = Math.min(end, at + 8 + length + (length % 2));
    const content = bytes.subarray(at + 8, Math.min(end, at + 8 + length));
    if (type === 'EXIF') exif ??= withoutMark(content);
    // Only the first frame of an animation is used.
    const isKept = partsOfPicture.has(type) && !seen.has(type) && (type !== 'ICCP' || length <= profileMost);
    if (isKept) seen.add(type);
    else cutter.cut(at, next);
    at = next;
  }
  return { picture: announced(cutter.copyUpTo(end), seen), exif };
}

const partsOfPicture = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Flags of the header: a colour profile, EXIF, XMP. */
const [profileFlag, exifFlag, xmpFlag] = [0x20, 0x08, 0x04];

/** Corrects the picture's size, and the flags in its header that announce its chunks. */
function announced(picture: Buffer, chunks: ReadonlySet<string>): Buffer {
  picture.writeUInt32LE(picture.length - 8, 4);
  const flags = picture[20];
  if (picture.toString('latin1', 12, 16) !== 'VP8X' || flags === undefined) return picture;
  const gone = exifFlag | xmpFlag | (chunks.has('ICCP') ? 0 : profileFlag);
  picture.writeUInt8(flags & ~gone, 20);
  return picture;
}
