/** The header's numbers for the types of tiles. */
const kinds = { vector: 1, png: 2 } as const;

/** A `.pmtiles` file (version 3, nothing compressed) with this as its only tile, the whole world. */
export function tilesFile(tile: Buffer, metadata: object = {}, kind: keyof typeof kinds = 'png'): Buffer {
  const headerBytes = 127;
  // One entry: tile 0, once, with its length, at the beginning of the data.
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const text = Buffer.from(JSON.stringify(metadata));
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const lengths = [directory.length, text.length, 0, tile.length];
  let offset = headerBytes;
  for (const [part, length] of lengths.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + part * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + part * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  // Clustered; directories and tiles are not compressed; zoom 0 alone.
  header.set([1, 1, 1, kinds[kind], 0, 0], 96);
  const degrees = (value: number, at: number) => header.writeInt32LE(value * 1e7, at);
  degrees(-180, 102);
  degrees(-85, 106);
  degrees(180, 110);
  degrees(85, 114);
  return Buffer.concat([header, directory, text, tile]);
}

/** A vector tile with one layer, which has one rectangle: the western half of the tile. */
export function westernHalf(layer: string): Buffer {
  const [extent, half] = [4096, 2048];
  const ring = [moveTo(1), 0, 0, lineTo(3), half, 0, 0, extent, -half, 0];
  const commands = ring.map((value, at) => (at === 0 || at === 3 ? value : zigzag(value)));
  const geometry = Buffer.from([...commands, closePath].flatMap(varint));
  const polygon = 3;
  const feature = Buffer.concat([number(3, polygon), bytes(4, geometry)]);
  const content = [number(15, 2), bytes(1, Buffer.from(layer)), bytes(2, feature), number(5, extent)];
  return bytes(3, Buffer.concat(content));
}

const moveTo = (count: number): number => 1 | (count << 3);
const lineTo = (count: number): number => 2 | (count << 3);
const closePath = 15;
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);
/** A field of a protocol buffer: a number, or bytes with their length. */
const number = (field: number, value: number): Buffer => Buffer.from([field << 3, ...varint(value)]);
const bytes = (field: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(content.length)]), content]);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
}
