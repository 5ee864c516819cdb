import { boxesIn, boxesMost, type Box, type Range } from './boxes.ts';

/** Some of the bytes of an item. */
export type Extent = Range;

/** The type of each item, by its number. `box`: `iinf`. @throws RangeError */
export function typesOf(bytes: Buffer, box: Box): Array<[item: number, type: string]> {
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
 * The places of the items' bytes in the file. `box`: `iloc`; `data`: where the file's `idat` begins.
 * @throws RangeError
 */
export function extentsOf(bytes: Buffer, box: Box, data: number): Array<Extent & { readonly item: number }> {
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
      // No length means all of the file.
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
