import { noDetails } from '#contracts/photo-details';
import type { PhotoDetails } from '#contracts/events/photo';
import { detailsOf, type WrittenDetails } from '#contracts/written-details';

/** The most entries of a table and bytes of a text that are read: a file may claim any number. */
const entriesMost = 512;
const textMost = 200;

/** The only entries that are read. Position, serial numbers and names are in other entries, which are never read. */
const tags = {
  make: 0x10f,
  model: 0x110,
  exif: 0x8769,
  takenAt: 0x9003,
  digitizedAt: 0x9004,
  exposure: 0x829a,
  aperture: 0x829d,
  iso: 0x8827,
  focalLength: 0x920a,
  lens: 0xa434,
} as const;

/** When and with what a photo was taken, from its EXIF; kept when the file is re-encoded. */
export function detailsIn(bytes: Uint8Array): PhotoDetails {
  const at = findTiff(bytes);
  if (at === null) return noDetails;
  try {
    return detailsOf(readTiff(new DataView(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at)));
  } catch (error) {
    // An offset points beyond the end of the data.
    if (error instanceof RangeError) return noDetails;
    throw error;
  }
}

/** The start of the EXIF tables in any container: JPEG and HEIC put `Exif` before them, PNG `eXIf`, WebP `EXIF`. */
function findTiff(bytes: Uint8Array): number | null {
  const says = (text: string, at: number) =>
    at >= 0 && [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
  for (let at = bytes.indexOf(0x2a); at !== -1; at = bytes.indexOf(0x2a, at + 1)) {
    const start = says('II*\0', at - 2) ? at - 2 : says('MM\0*', at - 3) ? at - 3 : null;
    if (start === null) continue;
    if (says('Exif\0\0', start - 6) || says('eXIf', start - 4) || says('EXIF', start - 8)) return start;
  }
  return null;
}

type Entry = { readonly type: number; readonly count: number; readonly at: number };

function readTiff(view: DataView): WrittenDetails {
  const little = view.getUint8(0) === 0x49;
  const image = entriesAt(view, view.getUint32(4, little), little);
  const exif = image.get(tags.exif);
  const photo =
    exif === undefined ? new Map<number, Entry>() : entriesAt(view, view.getUint32(exif.at, little), little);
  const text = (entry: Entry | undefined) => textOf(view, entry);
  const number = (entry: Entry | undefined) => numberOf(view, entry, little);
  return {
    make: text(image.get(tags.make)),
    model: text(image.get(tags.model)),
    lens: text(photo.get(tags.lens)),
    takenAt: timeOf(text(photo.get(tags.takenAt)) ?? text(photo.get(tags.digitizedAt))),
    focalLength: number(photo.get(tags.focalLength)),
    aperture: number(photo.get(tags.aperture)),
    exposure: number(photo.get(tags.exposure)),
    iso: number(photo.get(tags.iso)),
  };
}

const sizes: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8 };

/** The entries of a table, each with the position of its value. */
function entriesAt(view: DataView, offset: number, little: boolean): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const wanted: readonly number[] = Object.values(tags);
  const count = Math.min(view.getUint16(offset, little), entriesMost);
  for (let index = 0; index < count; index++) {
    const at = offset + 2 + index * 12;
    const tag = view.getUint16(at, little);
    if (!wanted.includes(tag)) continue;
    const [type, values] = [view.getUint16(at + 2, little), view.getUint32(at + 4, little)];
    const isHere = (sizes[type] ?? 1) * values <= 4;
    entries.set(tag, { type, count: values, at: isHere ? at + 8 : view.getUint32(at + 8, little) });
  }
  return entries;
}

function textOf(view: DataView, entry: Entry | undefined): string | null {
  if (entry?.type !== 2) return null;
  const length = Math.min(entry.count, textMost, view.byteLength - entry.at);
  if (length <= 0) return null;
  const bytes = new Uint8Array(view.buffer, view.byteOffset + entry.at, length);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

function numberOf(view: DataView, entry: Entry | undefined, little: boolean): number | null {
  switch (entry?.type) {
    case 3:
      return view.getUint16(entry.at, little);
    case 4:
      return view.getUint32(entry.at, little);
    case 5:
      return view.getUint32(entry.at, little) / view.getUint32(entry.at + 4, little);
    default:
      return null;
  }
}

/** EXIF writes '2026:10:03 18:42:10'. */
const timeOf = (text: string | null): string | null =>
  text === null ? null : text.trim().replace(/^(\d+):(\d+):(\d+) /, '$1-$2-$3T');
