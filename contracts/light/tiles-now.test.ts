import fc from 'fast-check';
import { expect, it } from 'vitest';

import { dayPeriods, periodsAt } from './light-now.ts';
import { tilesByPeriod } from './tiles-now.ts';
import { tileOf } from './tiles.ts';

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2030-01-01') });

it('the tiles of a part of the day contain every place that has it now', () => {
  fc.assert(
    fc.property(moment, fc.array(point, { minLength: 50, maxLength: 50 }), (now, points) => {
      const tiles = tilesByPeriod(now);
      for (const place of points) {
        for (const period of periodsAt(now, place, 'UTC')) expect(tiles[period]).toContain(tileOf(place));
      }
    }),
    { numRuns: 100 },
  );
});

it('away from the poles, at most half of the tiles have a part of the day', () => {
  const tiles = tilesByPeriod(Date.parse('2026-03-20T12:00:00Z'));
  for (const period of dayPeriods) {
    const found = tiles[period].filter((tile) => ['8', '9'].includes(tile.split(':')[0] ?? ''));
    expect(found.length, period).toBeLessThanOrEqual(72 + 12);
    expect(found.length, period).toBeGreaterThan(0);
  }
});
