import sharp, { type Sharp } from 'sharp';

import { drawScene } from './draw-scene.ts';
import { createRandom } from './random.ts';
import type { Scene } from './scene.ts';
import { HEIGHT, WIDTH } from './svg.ts';

/** Of 255: more looks like noise rather than paper, and costs bytes at every width. */
const grainMost = 11;
/** How dark the corners get, of 1, and where along the way to them it begins. */
const vignette = { most: 0.3, from: 0.62 };

/** Draws scenes, each as pixels of 1600 x 1067. The same scene always gives the same picture. */
export function createPainter(): (scene: Scene) => Promise<Sharp> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 4 } as const;
  const varnish = makeVarnish();
  return async (scene) => {
    const { data, info } = await sharp(Buffer.from(drawScene(scene)))
      .composite([{ input: varnish, raw }])
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return sharp(data, { raw: info });
  };
}

/** The layer over every picture: nearly transparent black and white specks, and corners that darken. */
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
