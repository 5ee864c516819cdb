import { type FileHandle, open } from 'node:fs/promises';

import { mapTilesPath } from '#contracts/shared/about';
import { Refusal } from '#contracts/shared/errors';
import { byteRange } from '#platform/http/byte-range';
import type { ServiceRouter } from '#platform/http/context';
import { knowsEtag } from '#platform/queries/encoded-response';

/** An open file, in its state at this moment. */
interface OpenFile {
  readonly handle: FileHandle;
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
}

export interface MapTiles {
  /** Opens the file, which the caller closes; undefined if it is missing or incomplete. */
  open(): Promise<OpenFile | undefined>;
}

const headerBytes = 127;
/** The offsets of the header's entries, which have the offset and the length of each part of the file. */
const parts = [8, 24, 40, 56] as const;

/**
 * The `.pmtiles` file at a path. It may be replaced while the server runs. `warn` is called with a sentence once for each
 * state in which the file cannot be used.
 */
export function createMapTiles(path: string, warn: (sentence: string) => void): MapTiles {
  let checked: { readonly state: string; readonly isWhole: boolean } | undefined;
  const isFine = (state: string, problem: string | undefined): boolean => {
    if (problem !== undefined && checked?.state !== state)
      warn(`MAP_TILES: ${path} ${problem}. Maps show the outline of the world.`);
    checked = { state, isWhole: problem === undefined };
    return checked.isWhole;
  };
  return {
    async open() {
      let handle: FileHandle | undefined;
      try {
        handle = await open(path);
        const { size, mtimeMs } = await handle.stat();
        const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
        const isUsable =
          checked?.state === etag ? checked.isWhole : isFine(etag, await problemOf(handle, size));
        if (isUsable) return { handle, size, etag };
      } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        isFine(code, code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`);
      }
      await handle?.close();
      return undefined;
    },
  };
}

/** What is wrong with a file; undefined if its header is right and all parts that it names exist. */
async function problemOf(file: FileHandle, size: number): Promise<string | undefined> {
  const header = Buffer.alloc(headerBytes);
  const { bytesRead } = await file.read(header, 0, headerBytes, 0);
  if (header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3)
    return 'is no PMTiles file of version 3';
  if (bytesRead < headerBytes) return 'is cut';
  const ends = parts.map((at) => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8));
  return ends.some((end) => end > BigInt(size)) ? 'is cut' : undefined;
}

/** Serves the file of tiles in the ranges that maps request. */
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
      ctx.length = to - from + 1;
    }
  });
}
