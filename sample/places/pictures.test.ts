import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { renditionWidths } from '#contracts/shared/limits';

import { sampleCities } from './all.ts';
import { placeholders } from './placeholders.ts';

const folder = path.join(import.meta.dirname, '../pictures');
const names = sampleCities.flatMap((city) => [city.picture, ...city.spots.flatMap((spot) => spot.pictures)]);
const fileOf = (width: number, name: string) => path.join(folder, String(width), `${name}.webp`);
const thumbnail = { width: 24, height: 16 };

/** RGB values; decodes the whole picture, so that damage would show. */
const look = (name: string): Promise<Buffer> =>
  sharp(fileOf(320, name), { failOn: 'warning' })
    .resize(thumbnail.width, thumbnail.height, { fit: 'fill' })
    .raw()
    .toBuffer();

/** Contrast ratio (1 to 21) of white to the mean brightness of RGB pixels. */
function contrastWithWhite(pixels: Buffer): number {
  const weights = [0.2126, 0.7152, 0.0722] as const;
  const light = pixels.reduce(
    (sum, value, index) => sum + (value / 255) ** 2.2 * (weights[index % 3] ?? 0),
    0,
  );
  return 1.05 / (light / (pixels.length / 3) + 0.05);
}

/** Mean difference of two thumbnails in channel values, 0 to 255. */
function difference(one: Buffer, other: Buffer): number {
  const sum = one.reduce((total, value, index) => total + Math.abs(value - (other[index] ?? 0)), 0);
  return sum / one.length;
}

describe('the shipped pictures', () => {
  it('are those that the places name, and weigh at most 10.5 MB together', async () => {
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(placeholders).toSorted()).toEqual(names.toSorted());
    let bytes = 0;
    for (const width of await readdir(folder)) {
      const there = await readdir(path.join(folder, width));
      const wanted = names.map((name) => `${name}.webp`);
      expect(there.filter((file) => !wanted.includes(file))).toEqual([]);
      expect(there, width).toHaveLength(names.length);
      for (const file of there) bytes += (await stat(path.join(folder, width, file))).size;
    }
    expect(bytes).toBeLessThanOrEqual(10_500_000);
  });

  it('are complete WebP files of the width of their folder, 1600 pixels for the originals', async () => {
    expect(await readdir(folder)).toEqual(['1080', '1600', '320', '480', '750']);
    for (const width of renditionWidths.filter((each) => each <= 1600)) {
      for (const file of await readdir(path.join(folder, String(width)))) {
        const name = `${width}/${file}`;
        const bytes = await readFile(path.join(folder, name));
        const { format, ...size } = await sharp(bytes).metadata();
        const expected = { format: 'webp', width, height: Math.round((width * 1067) / 1600) };
        expect({ format, width: size.width, height: size.height }, name).toEqual(expected);
        // The length that the file declares: nothing is cut off.
        expect(bytes.readUInt32LE(4) + 8, name).toBe(bytes.length);
      }
    }
  });

  it('all look different', async () => {
    const looks = await Promise.all(names.map(look));
    for (const [index, pixels] of looks.entries()) {
      for (const [before, other] of looks.slice(0, index).entries()) {
        expect(difference(pixels, other), `${names[index]} and ${names[before]}`).toBeGreaterThan(6);
      }
    }
  });

  it('of cities have a lower third that is dark enough for white text', async () => {
    for (const { name, picture } of sampleCities) {
      const pixels = await look(picture);
      const third = pixels.subarray(Math.ceil((pixels.length / 4) * 3));
      expect(contrastWithWhite(third), name).toBeGreaterThan(4.5);
    }
  });
});
