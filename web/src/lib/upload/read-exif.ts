import type { PhotoDetails } from '#contracts/photo/events';
import { readExif } from '#contracts/photo/exif';
import { noDetails } from '#contracts/photo/photo-details';
import { detailsOf } from '#contracts/photo/written-details';

/** When and with what a photo was taken, from its EXIF; kept when the file is re-encoded. */
export function detailsIn(bytes: Uint8Array): PhotoDetails {
  const at = findTiff(bytes);
  if (at === null) return noDetails;
  return detailsOf(
    readExif(new DataView(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at)).details,
  );
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
