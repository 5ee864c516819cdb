import { type Parts, withoutMark } from './parts.ts';

/**
 * An AVIF ends after the last box that belongs to the picture. No bytes can be left out, because items are found by
 * their offsets in the file, so the copy has zeros for the bytes of items that are not pictures. Undefined also if
 * these items together claim more bytes than the file has, or bytes outside the item data. (ISO 14496-12, 4.2: boxes;
 * 8.11: items)
 */
export function avifParts(bytes: Buffer): Parts | undefined {
  try {
    const end = endOfBoxes(bytes);
    return end === undefined ? undefined : withoutMetadata(bytes.subarray(0, end));
  } catch (error) {
    // A box declares more content than it has.
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

/** Types of items that are pictures: coded ones, and those composed of others. */
const pictures = new Set(['av01', 'grid', 'iden', 'iovl', 'tmap']);

/** The bytes of all items that are not pictures. `boxes`: those in a `meta`. @throws RangeError */
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

/** An item with EXIF starts with the offset of its block, in four bytes. */
function tiffIn(item: Buffer): Buffer | undefined {
  return item.length < 4 ? undefined : withoutMark(item.subarray(4 + item.readUInt32BE(0)));
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A box's type and the range of its content. */
interface Box extends Range {
  readonly type: string;
}

/** The most boxes in a box, and extents of items, that are read; a picture made of tiles has some hundreds. */
const boxesMost = 4096;

/**
 * The boxes in that part of a file. @throws RangeError if one claims to be longer than the part, or if there are too
 * many
 */
function boxesIn(bytes: Buffer, { start, end }: Range): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end;) {
    const box = boxAt(bytes, at, end);
    if (box === undefined || box.end > end || boxes.length === boxesMost)
      throw new RangeError('A box is not whole');
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The end of the last box that belongs to the picture. Undefined if such a box is incomplete, or there is none. */
function endOfBoxes(bytes: Buffer): number | undefined {
  let end: number | undefined;
  for (let at = 0; at < bytes.length;) {
    const box = boxAt(bytes, at, bytes.length);
    if (box === undefined || !known.has(box.type)) return end;
    if (box.end > bytes.length) return partsOfPicture.has(box.type) ? undefined : end;
    if (partsOfPicture.has(box.type)) ({ end } = box);
    at = box.end;
  }
  return end;
}

/** Boxes with items, their data and films. Offsets into the file may point into any of them. */
const partsOfPicture = new Set(['ftyp', 'meta', 'mdat', 'moov', 'moof', 'idat']);
/** Boxes that may be between them. */
const known = new Set([...partsOfPicture, 'free', 'skip', 'uuid', 'styp', 'sidx', 'pdin', 'mfra', 'wide']);

function boxAt(bytes: Buffer, at: number, last: number): Box | undefined {
  if (at + 8 > last) return undefined;
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  // 0: to the end; 1: the size follows in 64 bits.
  if (size === 0) return { type, start: at + 8, end: last };
  if (size > 1) return size < 8 ? undefined : { type, start: at + 8, end: at + size };
  if (at + 16 > last) return undefined;
  const long = bytes.readBigUInt64BE(at + 8);
  return long < 16n ? undefined : { type, start: at + 16, end: at + Number(long) };
}

/** Some of the bytes of an item. */
type Extent = Range;

/** The type of each item, by its number. `box`: `iinf`. @throws RangeError */
function typesOf(bytes: Buffer, box: Box): Array<[item: number, type: string]> {
  const { version, read } = openBox(bytes, box);
  read(version === 0 ? 2 : 4); // how many
  const entries = boxesIn(bytes, { start: read.at(), end: box.end });
  return entries.map((entry) => {
    const { version: its, read: readEntry } = openBox(bytes, entry);
    const item = readEntry(its < 3 ? 2 : 4);
    readEntry(2); // protection
    return [item, bytes.toString('latin1', readEntry.at(), readEntry.at() + 4)];
  });
}

/**
 * The extents of the items' bytes in the file. `box`: `iloc`; `data`: the offset at which the file's `idat` begins.
 * @throws RangeError
 */
function extentsOf(bytes: Buffer, box: Box, data: number): Array<Extent & { readonly item: number }> {
  const { version, read } = openBox(bytes, box);
  const sizes = read(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const found: Array<Extent & { item: number }> = [];
  for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const item = read(version < 2 ? 2 : 4);
    const isInData = version > 0 && (read(2) & 15) === 1;
    read(2); // the number of another file
    const base = read(baseSize) + (isInData ? data : 0);
    for (let extents = read(2); extents > 0; extents -= 1) {
      if (found.length === boxesMost) throw new RangeError('An item has too many places');
      read(indexSize);
      const start = Math.min(bytes.length, base + read(offsetSize));
      // A missing length means the whole file.
      const length = read(lengthSize) || bytes.length;
      found.push({ item, start, end: Math.min(bytes.length, start + length) });
    }
  }
  return found;
}

/** Starts to read a box that begins with a version and flags. */
function openBox(bytes: Buffer, { start, end }: Box) {
  let at = start + 4;
  /** The next number, of 0 to 8 bytes. @throws RangeError */
  const read = (size: number): number => {
    at += size;
    if (at > end) throw new RangeError('A box is not whole');
    if (size === 0) return 0;
    return size > 6 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUIntBE(at - size, size);
  };
  return { version: bytes.readUInt8(start), read: Object.assign(read, { at: () => at }) };
}
