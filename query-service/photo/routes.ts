import { operations } from '#contracts/api';
import { routePath } from '#contracts/shared/operation';

import type { PictureLimit } from './picture-limit.ts';
import { serve } from '#platform/queries/serve';
import { listPhotos } from './photos.ts';
import { listPhotosOfPerson } from './photos-of-person.ts';
import type { QueryContext, Serving } from '../query-context.ts';

export function photoRoutes(serving: Serving, context: QueryContext, limitPictures: PictureLimit): void {
  serving.router.get(routePath(operations.listPhotos), async (ctx, next) => {
    if (ctx.query['imageData'] !== 'omit') limitPictures(ctx.req, ctx.res);
    await next();
  });
  // A cached response is sent before anything is limited.
  const caches = ({ query }: { readonly query: { readonly imageData?: 'omit' | undefined } }) =>
    query.imageData === 'omit';
  serve(serving, operations.listPhotos, { uses: ['places'], caches }, ({ params, query }, viewer) =>
    listPhotos(context, params.id, query, viewer),
  );
  const asPageIs = { uses: ['places'], usesRecords: true, caches: () => false } as const;
  serve(serving, operations.listPhotosOfPerson, asPageIs, ({ query }) => listPhotosOfPerson(context, query));
}
