/**
 * The end of a JPEG: after its EOI marker. Undefined when it has none. A second picture after it (a phone's HDR gain
 * map, a film) is not part of it: JPEG decoders do not read it. (ITU T.81, annex B: markers)
 */
export function endOfJpeg(bytes: Buffer): number | undefined {
  // After the SOI marker. Everything up to the next marker is skipped, between segments and in entropy-coded data:
  // decoders do the same, and coded data contains no byte that looks like a marker.
  for (let at = 2; ;) {
    const start = bytes.indexOf(0xff, at);
    if (start < 0 || start + 1 >= bytes.length) return undefined;
    const marker = bytes[start + 1];
    if (marker === 0xff) at = start + 1;
    else if (marker === endOfImage) return start + 2;
    else if (marker === undefined || standsAlone(marker)) at = start + 2;
    else {
      const after = endOfSegment(bytes, start + 2);
      if (after === undefined) return undefined;
      at = after;
    }
  }
}

const endOfImage = 0xd9;

/** A stuffed byte (00) and the markers without a length: TEM, RST0 to RST7. */
const standsAlone = (marker: number): boolean =>
  marker === 0x00 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** A segment starts with its length, which includes itself. */
function endOfSegment(bytes: Buffer, at: number): number | undefined {
  if (at + 2 > bytes.length) return undefined;
  const length = bytes.readUInt16BE(at);
  return length < 2 ? undefined : at + length;
}
