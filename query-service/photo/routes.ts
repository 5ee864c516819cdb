import type { IncomingMessage, ServerResponse } from 'node:http';

import { operations } from '#contracts/api';
import { photoParams } from '#contracts/photo/api';
import { Refusal } from '#contracts/shared/errors';
import { routePath } from '#contracts/shared/operation';
import { isPublic } from '#contracts/shared/shown';
import { createReservation } from '#platform/concurrency/reservation';
import type { RequestContext, ServiceRouter } from '#platform/http/context';
import { type FileName, type PhotoStore, pictureName, renditionName } from '#platform/photo-store/index';
import { knowsEtag } from '#platform/queries/encoded-response';
import { serve } from '#platform/queries/serve';

import type { QueryContext, Serving } from '../query-context.ts';
import { listPhotos, listPhotosOfPerson, visiblePhoto } from './photos.ts';

export function photoRoutes(serving: Serving, context: QueryContext, limitPictures: PictureLimit): void {
  serving.router.get(routePath(operations.listPhotos), async (ctx, next) => {
    if (ctx.query['imageData'] !== 'omit') limitPictures(ctx.req, ctx.res);
    await next();
  });
  // A cached response is sent before any limit is checked.
  const caches = ({ query }: { readonly query: { readonly imageData?: 'omit' | undefined } }) =>
    query.imageData === 'omit';
  serve(serving, operations.listPhotos, { uses: ['places'], caches }, ({ params, query }, viewer) =>
    listPhotos(context, params.id, query, viewer),
  );
  const asPageIs = { uses: ['places'], usesRecords: true, caches: () => false } as const;
  serve(serving, operations.listPhotosOfPerson, asPageIs, ({ query }) => listPhotosOfPerson(context, query));
}

/** Answers with pictures inside that are sent at the same time by a process, and to one network. */
export const pictureResponses = { most: 128, mostOfKey: 64 };
/** Seconds. */
const retryAfter = 2;

/** Counts a response until it is sent. @throws Refusal `too-many-requests` */
export type PictureLimit = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Limits the responses with pictures that are in progress. Each holds a file open and a part of it in memory, for as
 * long as its reader takes.
 */
export function createPictureLimit(networkOf: (request: IncomingMessage) => string): PictureLimit {
  const underWay = createReservation(pictureResponses);
  return (request, response) => {
    const place = underWay.take(networkOf(request));
    if (place === undefined) throw new Refusal('too-many-requests', { retryAfter });
    response.once('close', () => place[Symbol.dispose]());
  };
}

const year = 'max-age=31536000, immutable';

/** Serves the files of photos and of the app's own pictures. The content at a path never changes. */
export function fileRoutes(router: ServiceRouter, context: QueryContext): void {
  router.get('/photos/:photoId/:width.webp', async (ctx) => {
    const width = widthOf(ctx.params['width'], 'photo-not-found');
    const params = photoParams.safeParse(ctx.params);
    if (!params.success) throw new Refusal('photo-not-found');
    const { photo, location, city } = await visiblePhoto(context, params.data.photoId, ctx.state.viewer);
    if (!photo.renditions.includes(width)) throw new Refusal('photo-not-found');
    await sendFile(ctx, context.photos, {
      name: renditionName(photo.sha256, width),
      etag: `"${photo.sha256}-${width}"`,
      isPublic: photo.shown && isPublic(location, city),
    });
  });

  router.get('/pictures/:slug/:width.webp', async (ctx) => {
    const slug = ctx.params['slug'] ?? '';
    const width = widthOf(ctx.params['width'], 'not-found');
    if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(slug)) throw new Refusal('not-found');
    const name = pictureName(slug, width);
    await sendFile(ctx, context.photos, { name, etag: `"${slug}-${width}"`, isPublic: true });
  });
}

function widthOf(text: string | undefined, missing: 'photo-not-found' | 'not-found'): number {
  if (text === undefined || !/^[1-9]\d{0,4}$/.test(text)) throw new Refusal(missing);
  return Number(text);
}

interface SentFile {
  readonly name: FileName;
  readonly etag: string;
  readonly isPublic: boolean;
}

async function sendFile(
  ctx: RequestContext,
  store: PhotoStore,
  { name, etag, isPublic }: SentFile,
): Promise<void> {
  const file = await store.open(name);
  if (file === undefined) throw new Refusal(name.startsWith('pictures/') ? 'not-found' : 'photo-not-found');
  ctx.status = 200;
  ctx.set('ETag', etag);
  // A photo of a pending location is private, because the location may still be declined.
  ctx.set('Cache-Control', isPublic ? `public, ${year}` : 'private, no-cache');
  // Other sites may embed public pictures.
  if (isPublic) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  const isKnown = knowsEtag(ctx.headers, etag);
  if (isKnown || ctx.method === 'HEAD') file.stream.destroy();
  if (isKnown) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'image/webp';
  if (ctx.method === 'GET') ctx.body = file.stream;
  ctx.length = file.size;
}
