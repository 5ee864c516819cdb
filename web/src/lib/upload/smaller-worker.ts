import { makeSmaller, type Paper, type Smaller } from './make-smaller.ts';

/** The worker's response to a photo: the smaller photo, or null if it cannot be read. */
export type FromSmallerWorker = Smaller | null;

const paperOf = (width: number, height: number): Paper => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('The canvas has no 2D context.');
  return { context, toJpeg: (quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }) };
};

self.addEventListener('message', (event: MessageEvent<Blob>) => {
  makeSmaller(event.data, paperOf)
    .catch((error: unknown) => {
      console.warn('A photo could not be read', error);
      return null;
    })
    .then((response: FromSmallerWorker) => self.postMessage(response))
    .catch(console.error);
});
