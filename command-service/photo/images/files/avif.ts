import { boxesIn, endOfBoxes, type Box } from './boxes.ts';
import { withoutMark, type Parts } from './parts.ts';
import { extentsOf, typesOf, type Extent } from './items.ts';

/**
 * An AVIF ends after the last box that the picture consists of. Nothing can be left out, since items are found by
 * their places in the file, so the bytes of items that are no pictures are zero in the copy. Undefined also when these
 * items together claim more bytes than the file has, or others than those of items. (ISO 14496-12, 4.2: boxes; 8.11: items)
 */
export function avifParts(bytes: Buffer): Parts | undefined {
  try {
    const end = endOfBoxes(bytes);
    return end === undefined ? undefined : withoutMetadata(bytes.subarray(0, end));
  } catch (error) {
    // A box says that it holds more than it does.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @throws RangeError */
function withoutMetadata(bytes: Buffer): Parts | undefined {
  const picture = Buffer.from(bytes);
  let exif: Buffer | undefined;
  let claimed = 0;
  const boxes = boxesIn(bytes, { start: 0, end: bytes.length });
  for (const meta of boxes.filter(({ type }) => type === 'meta')) {
    // Four bytes of version and flags come first.
    const inner = boxesIn(bytes, { start: meta.start + 4, end: meta.end });
    const held = [
      ...boxes.filter(({ type }) => type === 'mdat'),
      ...inner.filter(({ type }) => type === 'idat'),
    ];
    for (const { type, start, end } of metadataIn(bytes, inner)) {
      claimed += end - start;
      const isHeld = start === end || held.some((box) => box.start <= start && end <= box.end);
      if (claimed > bytes.length || !isHeld) return undefined;
      if (type === 'Exif') exif ??= tiffIn(bytes.subarray(start, end));
      picture.fill(0, start, end);
    }
  }
  return { picture, exif };
}

/** Types of items that are pictures: coded ones, and those put together from others. */
const pictures = new Set(['av01', 'grid', 'iden', 'iovl', 'tmap']);

/** The bytes of all items that are no pictures. `boxes`: those in a `meta`. @throws RangeError */
function metadataIn(bytes: Buffer, boxes: readonly Box[]): Array<Extent & { readonly type: string }> {
  const typed = boxes.filter(({ type }) => type === 'iinf').flatMap((box) => typesOf(bytes, box));
  const types = new Map(typed.filter(([, type]) => !pictures.has(type)));
  const data = boxes.find(({ type }) => type === 'idat');
  return boxes
    .filter(({ type }) => type === 'iloc')
    .flatMap((box) => extentsOf(bytes, box, data?.start ?? bytes.length))
    .flatMap(({ item, ...extent }) => {
      const type = types.get(item);
      return type === undefined ? [] : [{ ...extent, type }];
    });
}

/** An item with EXIF starts with the distance to its block, in four bytes. */
function tiffIn(item: Buffer): Buffer | undefined {
  return item.length < 4 ? undefined : withoutMark(item.subarray(4 + item.readUInt32BE(0)));
}
