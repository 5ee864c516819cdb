import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { boxIn, boxOnEarth, boxText, wholeWorld, zoomOf } from './map-address.ts';
import { MapQuery } from './queries.ts';

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });

describe('a box in an address', () => {
  it('is read as it was written, and the API takes it, wherever a map was moved to', () => {
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
    '%j is none',
    (bbox) => {
      expect(boxIn(new URLSearchParams({ bbox }))).toBeUndefined();
    },
  );

  it('crosses the date line, and is the world where a map shows all of it', () => {
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
