import fc from 'fast-check';
import { expect, it } from 'vitest';

import { renditionSizes } from './sizes.ts';

const widths = (width: number, height: number) => renditionSizes({ width, height }).map((size) => size.width);

it.each([
  [1, 1, [1]],
  [319, 500, [319]],
  [320, 200, [320]],
  [1000, 700, [320, 480, 750]],
  [1600, 1067, [320, 480, 750, 1080, 1600]],
  [4000, 3000, [320, 480, 750, 1080, 1600]],
])('serves %i x %i in %j', (width, height, expected) => {
  expect(widths(width, height)).toEqual(expected);
});

it('keeps the proportions', () => {
  expect(renditionSizes({ width: 4000, height: 3000 }).at(-1)).toEqual({ width: 1600, height: 1200 });
  expect(renditionSizes({ width: 300, height: 60_000 })).toEqual([{ width: 81, height: 16_200 }]);
});

it('returns at least one, rising, none larger than the picture or than WebP allows', () => {
  const side = fc.integer({ min: 1, max: 70_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const sizes = renditionSizes({ width, height });
      expect(sizes.length).toBeGreaterThan(0);
      for (const [index, size] of sizes.entries()) {
        expect(size.width).toBeGreaterThan(sizes[index - 1]?.width ?? 0);
        expect(size.width).toBeLessThanOrEqual(width);
        expect(size.height).toBeGreaterThan(0);
        expect(size.height).toBeLessThanOrEqual(Math.min(16_383, height));
      }
    }),
  );
});
