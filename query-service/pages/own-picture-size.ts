import { pictureName, type PhotoStore } from '#platform/photo-store/index';

import type { PictureSize } from './head.ts';

/** The size of a picture at `/pictures/...`; undefined if there is none at that path. */
export async function ownPictureSize(store: PhotoStore, path: string): Promise<PictureSize | undefined> {
  const [, slug, width] = /^\/pictures\/([a-z0-9-]{1,100})\/(\d{1,5})\.webp$/.exec(path) ?? [];
  if (slug === undefined || width === undefined) return undefined;
  const file = await store.open(pictureName(slug, Number(width)));
  if (file === undefined) return undefined;
  let start = Buffer.alloc(0);
  for await (const chunk of file.stream as AsyncIterable<Buffer>) {
    start = Buffer.concat([start, chunk]);
    if (start.length >= webpHeader) break;
  }
  return webpSize(start);
}

/** Bytes at the start of a WebP file that contain its size. */
export const webpHeader = 30;

/** The size of a WebP picture, from the start of its file; undefined for another file. */
export function webpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < webpHeader || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
