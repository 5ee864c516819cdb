import type { PhotoDetails } from '#contracts/events/photo';
import { limits } from '#contracts/limits';
import { noDetails } from '#contracts/photo-details';

import { detailsIn } from './read-exif.ts';

export interface Smaller {
  readonly blob: Blob;
  readonly details: PhotoDetails;
}

/** The longest side of what is made, in pixels. */
const longestSide = 4096;
const qualities = [0.9, 0.82, 0.74, 0.66] as const;
/** Each side, when no quality is low enough. */
const nextSize = 0.8;
/** No file is read for its details beyond this many bytes. */
const readMost = 120_000_000;

/** Something to draw on: a canvas of the worker or of the page. */
export interface Paper {
  readonly context: OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
  readonly toJpeg: (quality: number) => Promise<Blob>;
}

/**
 * A photo as a JPEG that may be uploaded, upright, with what its file says of camera and time beside it.
 * @throws where the browser cannot read it
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
  // A JPEG has no transparency: what shines through is white, as on paper.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return paper;
}
