export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A box's type, and where its content is. */
export interface Box extends Range {
  readonly type: string;
}

/** The most boxes in one, and places of items, that are read; a picture made of tiles has some hundreds. */
export const boxesMost = 4096;

/** The boxes in that part of a file. @throws RangeError when one says that it is longer than the part, or for many */
export function boxesIn(bytes: Buffer, { start, end }: Range): Box[] {
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

/**
 * The end of the last box that a picture consists of. Undefined when such a box is incomplete, or there is none.
 */
export function endOfBoxes(bytes: Buffer): number | undefined {
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
