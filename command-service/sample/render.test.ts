import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

import { drawScene } from './draw/draw-scene.ts';
import { subjects } from './draw/subjects.ts';
import { sampleCities } from './places.ts';
import { renderPicture } from './render.ts';

const scenes = sampleCities.flatMap((city) => [city.picture, ...city.spots.flatMap((spot) => spot.pictures)]);
const [first] = scenes;

describe('The sample pictures', () => {
  it('are all different, in subject as well as in drawing', () => {
    expect(new Set(scenes.map((scene) => scene.subject)).size).toBe(scenes.length);
    expect(new Set(scenes.map(drawScene)).size).toBe(scenes.length);
  });

  it('leave no painter unused', () => {
    expect(new Set(scenes.map((scene) => scene.subject))).toEqual(new Set(Object.keys(subjects)));
  });

  it('are drawn the same way every time', () => {
    for (const scene of scenes.slice(0, 5)) expect(drawScene(scene)).toBe(drawScene(scene));
  });

  it('contain no text, no filter and no number that went wrong', () => {
    for (const scene of scenes) {
      expect(drawScene(scene), scene.subject).not.toMatch(/<text|<filter|NaN|undefined|Infinity/);
    }
  });

  it('are JPEGs of 1600 x 1067 and at most 600 kB', async () => {
    if (first === undefined) throw new Error('There are no scenes');
    const picture = await renderPicture(first);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1067 });
    expect(picture.length).toBeLessThan(600_000);
  });
});
