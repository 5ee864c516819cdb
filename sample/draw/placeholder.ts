import sharp, { type Sharp } from 'sharp';

/** Enough pixels for an average. */
const side = 32;

/** A CSS background for a picture that has not loaded: the average colour of its upper half above that of its lower. */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const pixels = await picture
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer();
  const half = pixels.length / 2;
  const top = await averageOf(pixels.subarray(0, half));
  const bottom = await averageOf(pixels.subarray(half));
  return `linear-gradient(${top},${bottom})`;
}

async function averageOf(pixels: Buffer): Promise<string> {
  const raw = { width: side, height: side / 2, channels: 3 } as const;
  const { channels } = await sharp(pixels, { raw }).stats();
  return `#${channels.map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0')).join('')}`;
}
