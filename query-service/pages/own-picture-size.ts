import { pictureName, type PhotoStore } from '#platform/photo-store/index';

import type { PictureSize } from './head.ts';
import { webpHeader, webpSize } from './webp-size.ts';

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
