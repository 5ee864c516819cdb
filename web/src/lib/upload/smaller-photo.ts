import pLimit from 'p-limit';

import type { PhotoDetails } from '#contracts/photo/events';

import type { Paper } from './make-smaller.ts';
import type { FromSmallerWorker } from './smaller-worker.ts';

export interface SmallerPhoto {
  readonly file: File;
  readonly details: PhotoDetails;
}

/** One at a time: a photo of 50 megapixels takes 200 MB while it is drawn. */
const inTurn = pLimit(1);

/** The photo as an upright JPEG of at most 5 MB and 4,096 pixels a side; null if this browser cannot read it. */
export const smallerPhoto = (file: File): Promise<SmallerPhoto | null> =>
  inTurn(async () => {
    const made = (await byWorker(file)) ?? (await byPage(file));
    if (made === null) return null;
    const name = file.name.replace(/\.[^.]*$/, '');
    const { lastModified } = file;
    return {
      file: new File([made.blob], `${name}.jpg`, { type: 'image/jpeg', lastModified }),
      details: made.details,
    };
  });

/** In a worker, so that the page stays responsive; null if that is not possible. */
async function byWorker(file: File): Promise<FromSmallerWorker> {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const worker = new Worker(new URL('./smaller-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<FromSmallerWorker>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FromSmallerWorker>) => resolve(data));
      worker.addEventListener('error', () => resolve(null));
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}

/** In the page: some browsers read more formats there than in a worker. */
async function byPage(file: File): Promise<FromSmallerWorker> {
  try {
    const { makeSmaller } = await import('./make-smaller.ts');
    return await makeSmaller(file, paperOf);
  } catch (error) {
    console.warn('A photo could not be read', error);
    return null;
  }
}

function paperOf(width: number, height: number): Paper {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('The canvas has no 2D context.');
  const toJpeg = (quality: number) =>
    new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) =>
          blob === null ? reject(new Error('The picture is too large to be drawn.')) : resolve(blob),
        'image/jpeg',
        quality,
      ),
    );
  return { context, toJpeg };
}
