import { createCutter, isExif, profileMost, startsWith, withoutMark, type Parts } from './parts.ts';

/**
 * A JPEG ends after its EOI marker. A second picture after it (a phone's HDR gain map, a film) is not part of it, and
 * JPEG decoders do not read it. (ITU T.81, annex B: markers)
 */
export function jpegParts(bytes: Buffer): Parts | undefined {
  const cutter = createCutter(bytes);
  let exif: Buffer | undefined;
  let profile = 0;
  const isKept = (marker: number, content: Buffer): boolean => {
    if (marker === app1 && isExif(content)) exif ??= withoutMark(content);
    if (marker === app2 && startsWith(content, profileMark))
      return (profile += content.length) <= profileMost;
    return !isMetadata(marker);
  };
  // After the SOI marker. Everything up to the next marker is skipped, between segments and in entropy-coded data:
  // decoders do the same, and coded data contains no byte that looks like a marker.
  for (let at = 2; ;) {
    const start = bytes.indexOf(0xff, at);
    const marker = start < 0 ? undefined : bytes[start + 1];
    if (marker === undefined) return undefined;
    if (marker === endOfImage) return { picture: cutter.copyUpTo(start + 2), exif };
    if (marker === 0xff) at = start + 1;
    else if (standsAlone(marker)) at = start + 2;
    else {
      const end = endOfSegment(bytes, start + 2);
      if (end === undefined) return undefined;
      if (!isKept(marker, bytes.subarray(start + 4, end))) cutter.cut(start, end);
      at = end;
    }
  }
}

const [endOfImage, app0, app1, app2, app14, comment] = [0xd9, 0xe0, 0xe1, 0xe2, 0xee, 0xfe];
const profileMark = Buffer.from('ICC_PROFILE\0', 'latin1');

/** Of the application segments, decoders need only the first (JFIF) and Adobe's, which names the colours. */
const isMetadata = (marker: number): boolean =>
  marker === comment || (marker > app0 && marker <= 0xef && marker !== app14);

/** A stuffed byte (00) and the markers without a length: TEM, RST0 to RST7. */
const standsAlone = (marker: number): boolean =>
  marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** A segment starts with its length, which includes itself. Undefined if it is incomplete. */
function endOfSegment(bytes: Buffer, at: number): number | undefined {
  if (at + 2 > bytes.length) return undefined;
  const length = bytes.readUInt16BE(at);
  return length < 2 || at + length > bytes.length ? undefined : at + length;
}
