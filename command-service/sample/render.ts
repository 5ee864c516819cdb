import sharp from 'sharp';

import { drawScene } from './draw/draw-scene.ts';
import { createRandom } from './draw/random.ts';
import type { Scene } from './draw/scene.ts';
import { HEIGHT, WIDTH } from './draw/svg.ts';

const quality = 82;
/** Of 255: more looks like noise rather than paper, and costs bytes in every rendition. */
const grainMost = 11;
/** How dark the corners get, of 1, and where along the way to them it begins. */
const vignette = { most: 0.3, from: 0.62 };

/** Draws a scene as a JPEG of 1600 x 1067. The same scene always gives the same picture. */
export async function renderPicture(scene: Scene): Promise<Buffer> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 4 } as const;
  return sharp(Buffer.from(drawScene(scene)))
    .composite([{ input: varnish(), raw }])
    .jpeg({ quality })
    .toBuffer();
}

let made: Buffer | undefined;

/** The layer over every picture: made once, by the first one, as it takes some ten times a tile's time. */
function varnish(): Buffer {
  made ??= makeVarnish();
  return made;
}

/** Nearly transparent black and white specks, and corners that darken. */
function makeVarnish(): Buffer {
  const random = createRandom(7);
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const grain = ((random.next() + random.next() - 1) * grainMost) / 255;
      const reach = Math.hypot((x / WIDTH - 0.5) / 0.72, (y / HEIGHT - 0.5) / 0.8);
      const dark = vignette.most * Math.max(0, (reach - vignette.from) / (1 - vignette.from));
      const white = Math.max(0, grain);
      const alpha = white + (Math.max(0, -grain) + dark) * (1 - white);
      const offset = (y * WIDTH + x) * 4;
      pixels.fill(alpha === 0 ? 0 : (255 * white) / alpha, offset, offset + 3);
      pixels[offset + 3] = alpha * 255;
    }
  }
  return pixels;
}
