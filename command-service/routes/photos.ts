import { operations } from '#contracts/api/index';
import { Refusal } from '#contracts/errors';

import { secondCommandIdOf } from '../commands/ids.ts';
import { uploadBody } from '../http/body.ts';
import type { ServiceRouter } from '../http/route.ts';
import { decodeDataUrl } from '../images/decode-data-url.ts';
import { answer, answerEmpty } from './answer.ts';
import { mountWrite, type RouteDeps } from './deps.ts';

export function photoRoutes(router: ServiceRouter, deps: RouteDeps): void {
  const { photo, location } = deps.commands;
  const { views } = deps;

  mountWrite(
    router,
    deps,
    operations.addPhoto,
    async (ctx, { params, body }, context) => {
      const bytes = decodeDataUrl(body.imageData);
      let done = await photo.add({ locationId: params.id, fileName: body.fileName, bytes }, context);
      if (body.isPrimary === 1) {
        const second = { ...context, commandId: secondCommandIdOf(context.commandId) };
        const featured = await location.featurePhoto(params.id, done.id, second);
        done = {
          id: done.id,
          position: featured.position > done.position ? featured.position : done.position,
        };
      }
      ctx.set('Location', `/api/locations/${params.id}/photos`);
      await answer(ctx, 201, done, views.photo);
    },
    uploadBody,
  );
  mountWrite(router, deps, operations.featurePhoto, async (ctx, { params, body }, context) => {
    const locationId = await photo.locationOf(params.photoId);
    if (body.locationId !== undefined && body.locationId !== locationId) throw new Refusal('photo-not-found');
    const { position } = await location.featurePhoto(locationId, params.photoId, context);
    await answer(ctx, 200, { id: params.photoId, position }, views.photo);
  });
  mountWrite(router, deps, operations.deletePhoto, async (ctx, { params }, context) => {
    await answerEmpty(ctx, await photo.delete(params.photoId, context), views.reached);
  });
}
