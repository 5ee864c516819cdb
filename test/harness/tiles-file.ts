/** A `.pmtiles` file (version 3, nothing compressed) that has this picture, a PNG, as its only tile: the whole world. */
export function tilesFile(picture: Buffer, metadata: object = {}): Buffer {
  const headerBytes = 127;
  // One entry: tile 0, once, with its length, at the beginning of the data.
  const directory = Buffer.from([1, 0, 1, ...varint(picture.length), 1]);
  const text = Buffer.from(JSON.stringify(metadata));
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const lengths = [directory.length, text.length, 0, picture.length];
  let offset = headerBytes;
  for (const [part, length] of lengths.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + part * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + part * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  // Clustered; directories and tiles are not compressed; tiles are PNG; zoom 0 alone.
  header.set([1, 1, 1, 2, 0, 0], 96);
  const degrees = (value: number, at: number) => header.writeInt32LE(value * 1e7, at);
  degrees(-180, 102);
  degrees(-85, 106);
  degrees(180, 110);
  degrees(85, 114);
  return Buffer.concat([header, directory, text, picture]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
}
