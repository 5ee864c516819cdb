import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import pLimit from 'p-limit';
import type { Sharp } from 'sharp';

import { drawScene } from './draw-scene.ts';
import { placeholderOf } from './placeholder.ts';
import { createPainter } from './render.ts';
import type { Scene } from './scene.ts';
import { fileOf, scenes } from './scenes.ts';

/**
 * The widths that are shipped and their WebP quality: the least at which a picture is as near to its drawing (by PSNR)
 * as a rendition that the product makes of an uploaded JPEG of it.
 */
const shipped = [
  { width: 320, quality: 70 },
  { width: 480, quality: 68 },
  { width: 750, quality: 66 },
  { width: 1600, quality: 54 },
] as const;
/** Shipped too for the smallest pictures, as far as there is room; the first start makes the others. */
const spare = { width: 1080, quality: 56 } as const;
/** What all pictures may weigh together. */
const bytesMost = 8_000_000;

/**
 * Draws all scenes into `folder`, removes pictures that no scene draws any more, and writes what stands in for each
 * while it loads into `placeholders`, a module.
 * @throws Error for a drawing that went wrong, or when all pictures are too large together
 */
export async function drawPictures(
  folder: string,
  placeholders: string,
  say: (text: string) => void,
): Promise<void> {
  scenes.forEach(check);
  for (const { width } of [...shipped, spare]) {
    await rm(path.join(folder, String(width)), { recursive: true, force: true });
    await mkdir(path.join(folder, String(width)), { recursive: true });
  }
  const paint = createPainter();
  const limit = pLimit(2);
  let bytes = 0;
  const backgrounds: string[] = [];
  const spares: { readonly file: string; readonly encoded: Buffer }[] = [];
  await Promise.all(
    scenes.map((scene) =>
      limit(async () => {
        const painted = await paint(scene);
        backgrounds.push(`  '${fileOf(scene)}': '${await placeholderOf(painted.clone())}',\n`);
        for (const each of shipped) {
          const encoded = await encode(painted, each);
          bytes += encoded.length;
          await writeFile(fileIn(folder, each.width, scene), encoded);
        }
        spares.push({
          file: fileIn(folder, spare.width, scene),
          encoded: await encode(painted, spare),
        });
        say(`${fileOf(scene)}\n`);
      }),
    ),
  );
  await writeFile(placeholders, moduleOf(backgrounds));
  for (const { file, encoded } of spares.sort((a, b) => a.encoded.length - b.encoded.length)) {
    if (bytes + encoded.length > bytesMost) break;
    bytes += encoded.length;
    await writeFile(file, encoded);
  }
  say(`${scenes.length} pictures, ${(bytes / 1_000_000).toFixed(2)} MB\n`);
  if (bytes > bytesMost) throw new Error(`At most ${bytesMost / 1_000_000} MB may be shipped.`);
}

const moduleOf = (lines: readonly string[]): string =>
  `/** CSS backgrounds of the pictures until they have loaded, by name. Written by \`npm run draw-sample\`. */
export const placeholders: Readonly<Record<string, string>> = {
${lines.toSorted().join('')}};
`;

const fileIn = (folder: string, width: number, scene: Scene): string =>
  path.join(folder, String(width), `${fileOf(scene)}.webp`);

const encode = (
  painted: Sharp,
  { width, quality }: { readonly width: number; readonly quality: number },
): Promise<Buffer> =>
  painted
    .clone()
    .resize(width)
    .webp({ quality, effort: 6, smartSubsample: true, preset: 'drawing' })
    .toBuffer();

const mistakes = /<text|<filter|NaN|undefined|Infinity/;

function check(scene: Scene): void {
  const svg = drawScene(scene);
  const mistake = mistakes.exec(svg)?.[0];
  if (mistake !== undefined) throw new Error(`${fileOf(scene)} has ${mistake} in its drawing`);
  const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) {
    if (!ids.has(id)) throw new Error(`${fileOf(scene)} uses ${id}, which is not defined`);
  }
}
