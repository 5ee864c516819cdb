import { expect, it } from 'vitest';
import { sniff, renditionSizes } from './inspect.ts';
import fc from 'fast-check';

const typeOf = (text: string) => sniff(Buffer.from(text, 'latin1'));

it.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif\0\0\0\0mif1avif', 'image/avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'image/avif'],
  ['\0\0\0\x14ftypavis\0\0\0\0', 'image/avif'],
])('recognises %j as %s', (text, type) => {
  expect(typeOf(text)).toBe(type);
});

it.each([
  '',
  ' \xff\xd8\xff',
  'GIF90a',
  'RIFF\x10\0\0\0WAVEfmt ',
  '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
  '\0\0\0\x10ftypheic\0\0\0\0avif', // the brand is after the end of the box
  '\0\0\0\x18ftypmif1\0\0\0\0xavifmi1', // here it spans two brands
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7',
  'II*\0',
  'MM\0*',
  'BM',
])('lets no decoder see %j', (text) => {
  expect(typeOf(text.padEnd(64, '\0'))).toBeUndefined();
});

const widths = (width: number, height: number) => renditionSizes({ width, height }).map((size) => size.width);

it.each([
  [1, 1, [1]],
  [319, 500, [319]],
  [320, 200, [320]],
  [1000, 700, [320, 480, 750]],
  [1600, 1067, [320, 480, 750, 1080, 1600]],
  [2559, 1700, [320, 480, 750, 1080, 1600]],
  [2560, 3906, [320, 480, 750, 1080, 1600, 2560]],
  [2560, 3907, [320, 480, 750, 1080, 1600]],
  [4000, 3000, [320, 480, 750, 1080, 1600, 2560]],
])('serves %i x %i pixels in %j', (width, height, expected) => {
  expect(widths(width, height)).toEqual(expected);
});

it('keeps the proportions', () => {
  expect(renditionSizes({ width: 4000, height: 3000 }).at(-1)).toEqual({ width: 2560, height: 1920 });
  expect(renditionSizes({ width: 300, height: 60_000 })).toEqual([{ width: 81, height: 16_200 }]);
});

it('returns at least one size, in ascending order, none larger than the picture or than WebP allows', () => {
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
