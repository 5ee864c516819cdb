import pLimit from 'p-limit';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { drawScene } from './draw/draw-scene.ts';
import type { Scene } from './draw/scene.ts';
import { subjects } from './draw/subjects.ts';
import { sampleCities } from './places.ts';
import { renderPicture } from './render.ts';

const scenes = sampleCities.flatMap((city) => [city.picture, ...city.spots.flatMap((spot) => spot.pictures)]);
const thumbnail = { width: 24, height: 16 };
const patient = 180_000;

/** Decodes the whole picture, so that a damaged one would throw; leaves a thumbnail's pixels. */
async function look(picture: Buffer) {
  const { format, width, height } = await sharp(picture).metadata();
  const pixels = await sharp(picture, { failOn: 'warning' })
    .resize(thumbnail.width, thumbnail.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { format, width, height, bytes: picture.length, pixels };
}

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

/** What a pattern finds in the drawing: a failure should show that and not the whole SVG. */
const firstOf = (pattern: RegExp, scene: Scene): string | undefined => pattern.exec(drawScene(scene))?.[0];

describe('The sample scenes', () => {
  it('are all different, in subject, in drawing and in seed', () => {
    expect(new Set(scenes.map((scene) => scene.subject)).size).toBe(scenes.length);
    expect(new Set(scenes.map(drawScene)).size).toBe(scenes.length);
    expect(new Set(scenes.map((scene) => scene.seed)).size).toBe(scenes.length);
  });

  it('leave no painter unused', () => {
    expect(new Set(scenes.map((scene) => scene.subject))).toEqual(new Set(Object.keys(subjects)));
  });

  it('are drawn the same way every time', () => {
    for (const scene of scenes) expect(drawScene(scene), scene.subject).toBe(drawScene(scene));
  });

  it('contain no text, no filter and no number that went wrong', () => {
    for (const scene of scenes) {
      expect(firstOf(/<text|<filter|NaN|undefined|Infinity/, scene), scene.subject).toBeUndefined();
    }
  });

  it('make no shape a layer of its own: opacity belongs to its fill or stroke, which is twice as fast', () => {
    for (const scene of scenes) {
      expect(drawScene(scene), scene.subject).not.toMatch(
        /<(rect|circle|ellipse|path|polygon)[^>]* opacity=/,
      );
    }
  });

  it('use only gradients and clips that they define', () => {
    for (const scene of scenes) {
      const svg = drawScene(scene);
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id);
      expect(
        used.filter((id) => !ids.includes(id)),
        scene.subject,
      ).toEqual([]);
    }
  });
});

describe('The sample pictures', () => {
  it(
    'decode, are JPEGs of 1600 x 1067 and at most 400 kB, and none looks like another',
    async () => {
      const limit = pLimit(2);
      const looks = await Promise.all(
        scenes.map((scene) => limit(async () => look(await renderPicture(scene)))),
      );
      for (const [index, { pixels, bytes, ...picture }] of looks.entries()) {
        const name = scenes[index]?.subject;
        expect(picture, name).toEqual({ format: 'jpeg', width: 1600, height: 1067 });
        expect(bytes, name).toBeLessThan(400_000);
        for (const [before, other] of looks.slice(0, index).entries()) {
          const pair = `${name} and ${scenes[before]?.subject}`;
          expect(difference(pixels, other.pixels), pair).toBeGreaterThan(6);
        }
      }
    },
    patient,
  );

  it(
    'of cities leave a lower third that white text can stand on',
    async () => {
      for (const { name, picture } of sampleCities) {
        const { height } = thumbnail;
        const { pixels } = await look(await renderPicture(picture));
        const third = pixels.subarray(Math.ceil((pixels.length / height) * ((height * 3) / 4)));
        expect(contrastWithWhite(third), name).toBeGreaterThan(4.5);
      }
    },
    patient,
  );
});
