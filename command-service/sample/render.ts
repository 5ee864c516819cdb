import sharp from 'sharp';
import { drawScene } from './draw/draw-scene.ts';
import { createRandom } from './draw/random.ts';
import type { Scene } from './draw/scene.ts';

const QUALITY = 82;
const GRAIN_SIZE = 512;
/** Of 255: more looks like noise rather than paper, and costs bytes in every JPEG. */
const GRAIN_STRENGTH = 13;

/** Draws a scene as a JPEG of 1600 x 1067. The same scene always gives the same picture. */
export async function renderPicture(scene: Scene): Promise<Buffer> {
  const raw = { width: GRAIN_SIZE, height: GRAIN_SIZE, channels: 4 } as const;
  return sharp(Buffer.from(drawScene(scene)))
    .composite([{ input: grain, raw, tile: true }])
    .jpeg({ quality: QUALITY })
    .toBuffer();
}

/** Black and white specks, nearly transparent: made once, laid over every picture as a tile. */
const grain = makeGrain();

function makeGrain(): Buffer {
  const random = createRandom(7);
  const pixels = Buffer.alloc(GRAIN_SIZE * GRAIN_SIZE * 4);
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const value = random.next() + random.next() - 1;
    pixels.fill(value < 0 ? 0 : 255, offset, offset + 3);
    pixels[offset + 3] = Math.abs(value) * GRAIN_STRENGTH;
  }
  return pixels;
}
