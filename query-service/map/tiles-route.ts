import { mapTilesPath } from '#contracts/shared/about';
import { Refusal } from '#contracts/shared/errors';

import type { ServiceRouter } from '#platform/http/context';
import { byteRange } from '#platform/http/byte-range';
import { knowsEtag } from '#platform/queries/encoded-response';

import type { MapTiles } from './tiles-file.ts';

/** Serves the file of tiles in the ranges that maps ask for. */
export function mapTilesRoute(router: ServiceRouter, tiles: MapTiles | undefined): void {
  router.get(mapTilesPath, async (ctx) => {
    const file = await tiles?.open();
    if (file === undefined) throw new Refusal('not-found');
    const { handle, size, etag } = file;
    const range = byteRange(ctx.headers, file);
    const isKnown = knowsEtag(ctx.headers, etag);
    ctx.set({ ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'public, max-age=3600' });
    ctx.type = 'application/vnd.pmtiles';
    if (isKnown || range === 'beyond' || ctx.method === 'HEAD') await handle.close();
    if (isKnown) {
      ctx.status = 304;
    } else if (range === 'beyond') {
      ctx.set('Content-Range', `bytes */${size}`);
      ctx.status = 416;
      ctx.body = '';
    } else {
      const { from, to } = range ?? { from: 0, to: size - 1 };
      if (range !== undefined) ctx.set('Content-Range', `bytes ${from}-${to}/${size}`);
      ctx.status = range === undefined ? 200 : 206;
      if (ctx.method === 'GET') ctx.body = handle.createReadStream({ start: from, end: to });
      ctx.type = 'application/vnd.pmtiles';
      ctx.length = to - from + 1;
    }
  });
}
