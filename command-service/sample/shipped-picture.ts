import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { renditionWidths } from '#contracts/shared/limits';
import { noDetails } from '#contracts/photo/photo-details';
import { placeholders } from '#sample/places/placeholders';

import type { RenderedPhoto } from '../photo/images/render.ts';

/** Pixels of every original. */
const size = { width: 1600, height: 1067 } as const;

/**
 * Reads a picture of the sample in the form that the renderer returns. `folder` holds `WIDTH/NAME.webp` for each
 * rendition; the widest is the original.
 * @throws Error if a file is missing
 */
export async function readShippedPicture(folder: string, name: string): Promise<RenderedPhoto> {
  const read = async (width: number) => ({
    width,
    bytes: await readFile(path.join(folder, String(width), `${name}.webp`)),
  });
  const narrower = renditionWidths.filter((width) => width < size.width);
  const [widest, ...others] = await Promise.all([read(size.width), ...narrower.map(read)]);
  const original = widest.bytes;
  return {
    original,
    sha256: createHash('sha256').update(original).digest('hex'),
    mimeType: 'image/webp',
    ...size,
    placeholder: placeholders[name] ?? 'none',
    renditions: [...others, widest],
    details: noDetails,
  };
}
