/**
 * The end of a GIF: after its trailer, or after its last complete block when something else follows, since many files
 * have no trailer. Undefined when there is no complete picture. (GIF89a, 12 to 27)
 */
export function endOfGif(bytes: Buffer): number | undefined {
  if (bytes.length < 13) return undefined;
  // A header of 6 bytes, a screen of 7, then its colours.
  let at = 13 + colours(bytes[10]);
  let end: number | undefined;
  for (;;) {
    const kind = bytes[at];
    if (kind === trailer) return end === undefined ? undefined : at + 1;
    const next = endOfBlock(bytes, at);
    if (next === undefined || next > bytes.length) return end;
    at = next;
    if (kind === image) end = next;
  }
}

const [extension, image, trailer] = [0x21, 0x2c, 0x3b];

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
