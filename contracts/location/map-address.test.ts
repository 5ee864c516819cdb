import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { boxIn, boxOnEarth, boxText, isInBox, squareAround, wholeWorld, zoomOf } from './map-address.ts';
import { MapQuery } from './queries.ts';

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });

describe('a box in a URL', () => {
  it('is read as it was written, and the API accepts it, wherever the map was moved', () => {
    fc.assert(
      fc.property(
        degrees(720),
        degrees(95),
        fc.double({ min: 0, max: 400, noNaN: true }),
        (west, south, width) => {
          const moved = { west, east: west + width, south, north: Math.min(100, south + 10) };
          if (moved.south > 90 || moved.north < -90) return;
          const box = boxOnEarth(moved);
          const text = boxText(box);
          const read = boxIn(new URLSearchParams({ bbox: text }));
          expect(read, text).toBeDefined();
          expect(boxText(read ?? wholeWorld)).toBe(text);
          expect(MapQuery.safeParse({ bbox: text, zoom: String(zoomOf(width)) }).success, text).toBe(true);
        },
      ),
    );
  });

  it.each(['', '1,2,3', '1,2,3,4,5', '181,0,0,1', '0,2,1,1', '0,0,1,91', 'a,b,c,d', '1e1,0,1,1', '0,0,1,1,'])(
    'is not accepted as %j',
    (bbox) => {
      expect(boxIn(new URLSearchParams({ bbox }))).toBeUndefined();
    },
  );

  it('may cross the date line, and is the whole world if a map shows all of it', () => {
    expect(boxOnEarth({ west: 170, south: -50, east: 190, north: -30 })).toMatchObject({
      west: 170,
      east: -170,
    });
    expect(boxOnEarth({ west: -190, south: -50, east: -170, north: 0 })).toMatchObject({
      west: 170,
      east: -170,
    });
    expect(boxOnEarth({ west: 100, south: -50, east: 180, north: 0 })).toMatchObject({
      west: 100,
      east: 180,
    });
    expect(boxOnEarth({ west: -200, south: -95, east: 200, north: 95 })).toEqual(wholeWorld);
  });
});

describe('a box around a point', () => {
  it('contains it and is about as wide as high on the ground', () => {
    const north = { latitude: 60, longitude: 10 };
    const box = squareAround(north, 0.01);
    expect([box.north - box.south, box.east - box.west]).toEqual([
      expect.closeTo(0.02),
      expect.closeTo(0.04),
    ]);
    expect(isInBox(box, north)).toBe(true);
    expect(isInBox(box, { latitude: 60.011, longitude: 10 })).toBe(false);
    expect(isInBox(box, { latitude: 60, longitude: 10.021 })).toBe(false);
  });

  it('may cross the date line', () => {
    const box = boxOnEarth(squareAround({ latitude: 0, longitude: 179.99 }, 0.05));
    expect(isInBox(box, { latitude: 0, longitude: -179.97 })).toBe(true);
    expect(isInBox(box, { latitude: 0, longitude: 179.95 })).toBe(true);
    expect(isInBox(box, { latitude: 0, longitude: 0 })).toBe(false);
  });
});
