import { expect, it } from 'vitest';

import { sniff } from './sniff.ts';

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
])('takes %j for %s', (text, type) => {
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
