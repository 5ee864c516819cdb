import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { renditionWidths } from '#contracts/shared/limits';
import { noDetails } from '#contracts/photo/photo-details';
import { placeholders } from '#sample/places/placeholders';

import type { Rendition } from '../photo/images/picture-messages.ts';
import type { RenderedPhoto } from '../photo/images/render.ts';

/** Pixels of every original. */
const size = { width: 1600, height: 1067 } as const;

/**
 * Reads a picture of the sample in the form that the renderer gives. `folder` holds `WIDTH/NAME.webp` for the original
 * and most renditions. A missing rendition is made from the next wider one.
 * @throws Error when the original is not there
 */
export async function readShippedPicture(folder: string, name: string): Promise<RenderedPhoto> {
  const read = (width: number) => readFile(path.join(folder, String(width), `${name}.webp`));
  const original = await read(size.width);
  const renditions: Rendition[] = [{ width: size.width, bytes: original }];
  let wider: Buffer = original;
  for (const width of renditionWidths.filter((each) => each < size.width).toReversed()) {
    const source = wider;
    wider = await read(width).catch(unlessMissing(() => shrink(source, width)));
    renditions.unshift({ width, bytes: wider });
  }
  return {
    original,
    sha256: createHash('sha256').update(original).digest('hex'),
    mimeType: 'image/webp',
    ...size,
    placeholder: placeholders[name] ?? 'none',
    renditions,
    details: noDetails,
  };
}

/**
 * Shrinks as the renderer does for 1080 pixels, with slightly higher quality since the source is already a WebP. The
 * image library runs in this process only for the first start, and only on our own files.
 */
async function shrink(wider: Buffer, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false); // No picture is decoded twice.
  sharp.concurrency(1); // Several pictures are processed at once; one thread for each is enough.
  return sharp(wider).resize(width).webp({ quality: 76, effort: 2 }).toBuffer();
}

const unlessMissing =
  (make: () => Promise<Buffer>) =>
  (error: unknown): Promise<Buffer> => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return make();
    throw error;
  };
