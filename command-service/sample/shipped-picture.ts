import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { renditionWidths } from '#contracts/limits';
import { placeholders } from '#sample/places/placeholders';

import type { Rendition } from '../images/picture-messages.ts';
import type { RenderedPhoto } from '../images/render.ts';

/** Pixels of every original. */
const size = { width: 1600, height: 1067 } as const;

/**
 * A picture of the sample, as the renderer would give it, from a folder that holds `WIDTH/NAME.webp` for the original
 * and most renditions. A rendition that is not shipped is made from the next wider one that is.
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
    details: null,
  };
}

/**
 * As the renderer does it for 1080 pixels, with a little more quality since the source is a WebP already. The image
 * library is loaded here and not in the process of the renderer: for the first start alone, and for our own files.
 */
async function shrink(wider: Buffer, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false); // No picture is decoded twice.
  sharp.concurrency(1); // Several pictures are under way; a thread each is enough.
  return sharp(wider).resize(width).webp({ quality: 76, effort: 2 }).toBuffer();
}

const unlessMissing =
  (make: () => Promise<Buffer>) =>
  (error: unknown): Promise<Buffer> => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return make();
    throw error;
  };
