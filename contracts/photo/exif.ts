import { coordinates, type Coordinates } from '../shared/coordinates.ts';
import type { WrittenDetails } from './written-details.ts';

/** The fields that are read from a picture's EXIF. */
export interface Exif {
  /** How the picture must be turned to be upright: 1 (not at all) to 8. */
  readonly orientation: number;
  readonly details: WrittenDetails;
}

/** The most entries of a table and bytes of a text that are read: a block may declare any number. */
const entriesMost = 512;
const textMost = 200;

/** The only entries that `readExif` reads: it skips position, serial numbers and names. */
const tags = {
  make: 0x10f,
  model: 0x110,
  orientation: 0x112,
  photo: 0x8769,
  exposure: 0x829a,
  aperture: 0x829d,
  iso: 0x8827,
  takenAt: 0x9003,
  digitizedAt: 0x9004,
  focalLength: 0x920a,
  lens: 0xa434,
} as const;
const wanted: ReadonlySet<number> = new Set(Object.values(tags));

const positionTags = { table: 0x8825, northOrSouth: 1, latitude: 2, eastOrWest: 3, longitude: 4 } as const;
const ofPosition: ReadonlySet<number> = new Set(Object.values(positionTags));

/** Reads numbers in the block's own byte order; undefined beyond its end. */
interface Reader {
  readonly uint16: (at: number) => number | undefined;
  readonly uint32: (at: number) => number | undefined;
  /** The bytes from there, at most `length`. */
  readonly bytes: (at: number, length: number) => Uint8Array;
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** The offset of its value. */
  readonly at: number;
}

/**
 * Reads an EXIF block, which starts with its byte order (`II` or `MM`). However many entries and values the block
 * declares, it reads two tables and eleven values. A damaged or missing value is null; for the orientation, upright.
 */
export function readExif(block: DataView): Exif {
  const reader = readerOf(block);
  const isTiff = reader.uint16(2) === 42;
  const image = tableAt(reader, isTiff ? reader.uint32(4) : undefined);
  const pointer = image.get(tags.photo);
  const photo = tableAt(reader, pointer && reader.uint32(pointer.at));
  const text = (entry: Entry | undefined) => textOf(reader, entry);
  const number = (entry: Entry | undefined) => numberOf(reader, entry);
  const orientation = number(image.get(tags.orientation)) ?? 1;
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    details: {
      make: text(image.get(tags.make)),
      model: text(image.get(tags.model)),
      lens: text(photo.get(tags.lens)),
      takenAt: timeOf(text(photo.get(tags.takenAt)) ?? text(photo.get(tags.digitizedAt))),
      focalLength: number(photo.get(tags.focalLength)),
      aperture: number(photo.get(tags.aperture)),
      exposure: number(photo.get(tags.exposure)),
      iso: number(photo.get(tags.iso)),
    },
  };
}

/**
 * Where a photo was taken, from its EXIF; null if that does not say. Only for the browser, if the person asks for it:
 * the server reads no position.
 */
export function readPosition(block: DataView): Coordinates | null {
  const reader = readerOf(block);
  const image = tableAt(reader, reader.uint32(4), ofPosition);
  const pointer = image.get(positionTags.table);
  const entries = tableAt(reader, pointer && reader.uint32(pointer.at), ofPosition);
  const degrees = (value: number, side: number, negative: string) => {
    const size = degreesOf(reader, entries.get(value));
    return textOf(reader, entries.get(side)) === negative ? -size : size;
  };
  const read = coordinates.safeParse({
    latitude: degrees(positionTags.latitude, positionTags.northOrSouth, 'S'),
    longitude: degrees(positionTags.longitude, positionTags.eastOrWest, 'W'),
  });
  return read.data ?? null;
}

/** Degrees, minutes and seconds, each as a fraction; not a number if they are missing. */
function degreesOf({ uint32 }: Reader, entry: Entry | undefined): number {
  if (entry?.type !== 5 || entry.count !== 3) return NaN;
  const parts = [0, 8, 16].map(
    (offset) => (uint32(entry.at + offset) ?? NaN) / (uint32(entry.at + offset + 4) ?? NaN),
  );
  return parts.reduce((sum, part, index) => sum + part / 60 ** index, 0);
}

function readerOf(block: DataView): Reader {
  const fits = (at: number, length: number): boolean => at + length <= block.byteLength;
  const little = fits(0, 1) && block.getUint8(0) === 0x49;
  return {
    uint16: (at) => (fits(at, 2) ? block.getUint16(at, little) : undefined),
    uint32: (at) => (fits(at, 4) ? block.getUint32(at, little) : undefined),
    bytes(at, length) {
      const rest = block.byteLength - at;
      return rest <= 0
        ? new Uint8Array()
        : new Uint8Array(block.buffer, block.byteOffset + at, Math.min(length, rest));
    },
  };
}

/** Bytes of a value: of text, of two kinds of whole numbers, and of a fraction. */
const sizes: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8 };

/** The wanted entries of a table. */
function tableAt(
  { uint16, uint32 }: Reader,
  offset: number | undefined,
  tagsWanted = wanted,
): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const claimed = offset === undefined ? undefined : uint16(offset);
  if (offset === undefined || claimed === undefined) return entries;
  for (let index = 0; index < Math.min(claimed, entriesMost); index += 1) {
    const at = offset + 2 + index * 12;
    const tag = uint16(at);
    if (tag === undefined) break;
    if (!tagsWanted.has(tag)) continue;
    const [type = 0, count = 0] = [uint16(at + 2), uint32(at + 4)];
    const isHere = (sizes[type] ?? 1) * count <= 4;
    const value = isHere ? at + 8 : uint32(at + 8);
    if (value !== undefined) entries.set(tag, { type, count, at: value });
  }
  return entries;
}

function textOf({ bytes }: Reader, entry: Entry | undefined): string | null {
  if (entry?.type !== 2 || entry.count === 0) return null;
  const text = new TextDecoder().decode(bytes(entry.at, Math.min(entry.count, textMost)));
  return text.split('\0', 1)[0] ?? null;
}

/** The first number of an entry. */
function numberOf({ uint16, uint32 }: Reader, entry: Entry | undefined): number | null {
  if (entry === undefined) return null;
  if (entry.type === 3) return uint16(entry.at) ?? null;
  const number = uint32(entry.at) ?? null;
  if (entry.type === 4) return number;
  const divisor = entry.type === 5 ? uint32(entry.at + 4) : undefined;
  return number === null || divisor === undefined ? null : number / divisor;
}

/** EXIF writes '2026:10:03 18:42:10'. */
const timeOf = (text: string | null): string | null =>
  text === null ? null : text.trim().replace(/^(\d+):(\d+):(\d+) /, '$1-$2-$3T');
