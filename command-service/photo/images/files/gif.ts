import { createCutter, type Parts } from './parts.ts';

const [extension, image, trailer, control] = [0x21, 0x2c, 0x3b, 0xf9];

/**
 * The first picture of a GIF and its control block (which colour is transparent), without the extensions around it and
 * the pictures after it. Undefined if it is incomplete. (GIF89a, 12 to 27)
 */
export function gifParts(bytes: Buffer): Parts | undefined {
  if (bytes.length < 13) return undefined;
  const cutter = createCutter(bytes);
  // A header of 6 bytes, a screen of 7, then its colours.
  for (let at = 13 + colours(bytes[10]); ;) {
    const end = endOfBlock(bytes, at);
    if (end === undefined || end > bytes.length) return undefined;
    if (bytes[at] === image) {
      return { picture: Buffer.concat([cutter.copyUpTo(end), Buffer.of(trailer)]) };
    }
    if (bytes[at + 1] !== control) cutter.cut(at, end);
    at = end;
  }
}

function endOfBlock(bytes: Buffer, at: number): number | undefined {
  switch (bytes[at]) {
    case extension:
      // A byte for its kind, then data.
      return endOfData(bytes, at + 2);
    case image:
      // Position and size in 9 bytes, colours, a byte for the compression, data.
      return endOfData(bytes, at + 10 + colours(bytes[at + 9]) + 1);
    default:
      return undefined;
  }
}

/** Blocks that start with their length, up to an empty one. */
function endOfData(bytes: Buffer, from: number): number | undefined {
  for (let at = from; ;) {
    const length = bytes[at];
    if (length === undefined) return undefined;
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** Bytes of the colour table that these flags announce. */
const colours = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
