import { drawFraming } from './framing.ts';
import { createKit } from './kit.ts';
import { lightOf } from './light.ts';
import { palettes } from './palettes.ts';
import { createRandom } from './random.ts';
import type { Scene } from './scene.ts';
import { bloom, drawSky } from './sky.ts';
import { subjects } from './subjects.ts';
import { HEIGHT, WIDTH } from './svg.ts';

/** The whole picture as SVG: sky, subject, what frames it, then the sun's bloom over all. */
export function drawScene({ subject, palette, hour, sun, seed, framing, crop }: Scene): string {
  const colours = palettes[palette];
  const kit = createKit(lightOf(hour, colours), colours, sun, createRandom(seed));
  const layers = [
    drawSky(kit, hour),
    subjects[subject](kit),
    ...framing.map((kind) => drawFraming(kit, kind)),
    bloom(kit, hour),
  ];
  const [left, top, width] = crop ?? [0, 0, WIDTH];
  const box = `${left} ${top} ${width} ${(width * HEIGHT) / WIDTH}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${box}">${layers.join('')}</svg>`;
}
