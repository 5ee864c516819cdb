/** A tag of EXIF: its number, its type (2 text, 3 and 4 whole numbers, 5 fraction), and how many values it has. */
export interface ExifTag {
  readonly tag: number;
  readonly type: number;
  /** The count that the tag claims, which may be wrong. */
  readonly count: number;
  /** The value, or the offset of the value in the block. */
  readonly value: Buffer | { readonly at: number };
}

export const textTag = (tag: number, text: string | Buffer): ExifTag => {
  const value = Buffer.concat([Buffer.from(text), Buffer.of(0)]);
  return { tag, type: 2, count: value.length, value };
};

/** Builds EXIF: one table at the start and one after it, big-endian, with the values after the tables. */
export function exifBlock(
  image: readonly ExifTag[],
  photo: readonly ExifTag[] = [],
  linksTo?: number,
): Buffer {
  const sizeOf = (tags: readonly ExifTag[]) => 2 + tags.length * 12 + 4;
  const withPointer = (at: number): ExifTag[] => [
    ...image,
    { tag: 0x8769, type: 4, count: 1, value: uint32(at) },
  ];
  const photoAt = 8 + sizeOf(withPointer(0));
  const values: Buffer[] = [];
  let valuesAt = photoAt + sizeOf(photo);
  const table = (tags: readonly ExifTag[]): Buffer => {
    const entries = tags.map(({ tag, type, count, value }) => {
      const entry = Buffer.alloc(12);
      entry.writeUInt16BE(tag, 0);
      entry.writeUInt16BE(type, 2);
      entry.writeUInt32BE(count, 4);
      if (!Buffer.isBuffer(value)) entry.writeUInt32BE(value.at, 8);
      else if (value.length <= 4) value.copy(entry, 8);
      else {
        entry.writeUInt32BE(valuesAt, 8);
        values.push(value);
        valuesAt += value.length;
      }
      return entry;
    });
    const count = Buffer.alloc(2);
    count.writeUInt16BE(tags.length);
    return Buffer.concat([count, ...entries, uint32(linksTo ?? 0)]);
  };
  const tables = [table(withPointer(photoAt)), table(photo)];
  return Buffer.concat([Buffer.from('MM\0*\0\0\0\x08', 'latin1'), ...tables, ...values]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export const fraction = (tag: number, numerator: number, denominator: number): ExifTag => ({
  tag,
  type: 5,
  count: 1,
  value: Buffer.concat([uint32(numerator), uint32(denominator)]),
});

/** A JPEG with another segment after its first two bytes. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff00 + marker);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

export const withExif = (jpeg: Buffer, block: Buffer): Buffer =>
  withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block]));

/** EXIF whose entries all point back to their own table. libexif needs seconds for 5,400. */
export const selfPointing = (entries: number): Buffer =>
  exifBlock(
    Array.from({ length: entries - 1 }, () => ({ tag: 0x8769, type: 4, count: 1, value: uint32(8) })),
  );

/** A copy of a picture with another EXIF block in place of its own, which must be longer. */
export function withOtherExif(bytes: Buffer, block: Buffer): Buffer {
  const at = bytes.indexOf('II*\0', 0, 'latin1');
  if (at < 0) throw new Error('There is no EXIF');
  const copy = Buffer.from(bytes);
  block.copy(copy, at);
  return copy;
}
