import type { PhotoDetails } from '#contracts/photo/events';
import { readExif, readPosition } from '#contracts/photo/exif';
import { noDetails } from '#contracts/photo/photo-details';
import { detailsOf } from '#contracts/photo/written-details';
import type { Coordinates } from '#contracts/shared/coordinates';
import { limits } from '#contracts/shared/limits';

export interface Smaller {
  readonly blob: Blob;
  readonly details: PhotoDetails;
}

/** The longest side of the new picture, in pixels. */
const longestSide = 4096;
const qualities = [0.9, 0.82, 0.74, 0.66] as const;
/** The factor for each side if the file is too large even at the lowest quality. */
const nextSize = 0.8;
/** A larger file (bytes) is not searched for its details. */
const readMost = 120_000_000;

/** A canvas to draw on, of the worker or of the page. */
export interface Paper {
  readonly context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
  readonly toJpeg: (quality: number) => Promise<Blob>;
}

/**
 * Makes a JPEG that is small enough to upload, upright, and returns it with the camera and time from the file.
 * @throws if the browser cannot read the photo
 */
export async function makeSmaller(
  photo: Blob,
  paperOf: (width: number, height: number) => Paper,
): Promise<Smaller> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  try {
    const details = photo.size <= readMost ? detailsIn(new Uint8Array(await photo.arrayBuffer())) : noDetails;
    for (
      let scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
      ;
      scale *= nextSize
    ) {
      const paper = drawn(picture, scale, paperOf);
      for (const quality of qualities) {
        const blob = await paper.toJpeg(quality);
        if (blob.size <= limits.photoBytes) return { blob, details };
      }
    }
  } finally {
    picture.close();
  }
}

function drawn(
  picture: ImageBitmap,
  scale: number,
  paperOf: (width: number, height: number) => Paper,
): Paper {
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const paper = paperOf(width, height);
  const { context } = paper;
  // A JPEG has no transparency: transparent parts become white.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return paper;
}

/** The time and camera of a photo from its EXIF; stored with the re-encoded file. */
export function detailsIn(bytes: Uint8Array): PhotoDetails {
  const at = findTiff(bytes);
  if (at === null) return noDetails;
  return detailsOf(
    readExif(new DataView(bytes.buffer, bytes.byteOffset + at, bytes.byteLength - at)).details,
  );
}

/** The point where a photo was taken, from its EXIF; null if the EXIF has none. */
export async function positionIn(photo: Blob): Promise<Coordinates | null> {
  if (photo.size > readMost) return null;
  const bytes = new Uint8Array(await photo.arrayBuffer());
  const at = findTiff(bytes);
  return at === null ? null : readPosition(new DataView(bytes.buffer, at));
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
