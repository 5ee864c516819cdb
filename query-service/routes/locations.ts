import { operations } from '#contracts/api/index';
import { routePath } from '#contracts/api/operation';
import type { LocationQuery } from '#contracts/location-queries';

import type { PictureLimit } from '../http/picture-limit.ts';
import { serve } from '../http/serve.ts';
import { getLocation, isSearch, listLocations, listTrending } from '../queries/locations.ts';
import { listPhotos } from '../queries/photos.ts';
import { suggest } from '../queries/suggest.ts';
import type { QueryContext, Serving } from '../query-context.ts';

export function locationRoutes(serving: Serving, context: QueryContext, limitPictures: PictureLimit): void {
  const uses = ['places'] as const;
  serve(serving, operations.listTrending, { uses }, ({ query }, viewer) =>
    listTrending(context, query, viewer),
  );
  const searching = ['places', 'search'] as const;
  // A plain list does not wait for the search, which is written last.
  const usesOfList = ({ query }: { readonly query: LocationQuery }) => (isSearch(query) ? searching : uses);
  serve(serving, operations.listLocations, { uses: usesOfList }, ({ query }, viewer, task) =>
    listLocations(context, query, viewer, task),
  );
  serve(serving, operations.suggest, { uses: searching }, ({ query }, _viewer, task) =>
    suggest(context, query.q, task),
  );
  serve(serving, operations.getLocation, { uses }, ({ params }, viewer) =>
    getLocation(context, params.id, viewer),
  );
  serving.router.get(routePath(operations.listPhotos), async (ctx, next) => {
    if (ctx.query['imageData'] !== 'omit') limitPictures(ctx.req, ctx.res);
    await next();
  });
  // A kept answer is sent before anything is limited.
  const keep = (url: string) => url.includes('imageData=omit');
  serve(serving, operations.listPhotos, { uses, keep }, ({ params, query }, viewer) =>
    listPhotos(context, params.id, query, viewer),
  );
}
