import sharp from 'sharp';
import { expect, test } from 'vitest';

import { webpHeader, webpSize } from './own-picture-size.ts';

const size = { width: 321, height: 47 };
const picture = (channels: 3 | 4) =>
  sharp({ create: { ...size, channels, background: { r: 200, g: 90, b: 20, alpha: 0.5 } } });

test.each([
  ['lossy', () => picture(3).webp({ quality: 70 })],
  ['lossless', () => picture(3).webp({ lossless: true })],
  ['extended, with transparency', () => picture(4).webp({ quality: 70 })],
])('reads the size of a WebP picture from the start of its file: %s', async (_, make) => {
  const file = await make().toBuffer();
  expect(webpSize(file.subarray(0, webpHeader))).toEqual(size);
});

test('returns no size for a file that is not WebP', async () => {
  expect(webpSize(await picture(3).png().toBuffer())).toBeUndefined();
  expect(webpSize(Buffer.from('RIFF'))).toBeUndefined();
});
