import { operations } from '#contracts/api';
import { parseParams } from '#contracts/shared/parse';
import { secondCommandIdOf } from '../shared/commands.ts';
import { json } from '#platform/http/route';
import type { ServiceRouter } from '#platform/http/context';
import { decodeDataUrl } from './images/decode-data-url.ts';
import {
  actorOf,
  respond,
  mountChange,
  mountRemoval,
  mountWrite,
  type RouteDeps,
} from '../shared/write-routes.ts';
import type { LocationCommands } from '../location/commands.ts';
import type { PhotoCommands } from './commands.ts';
import { positionHeaders } from '#contracts/shared/operation';
import type { PictureCommands } from './picture-commands.ts';

interface Deps extends RouteDeps {
  readonly commands: { readonly location: LocationCommands; readonly photo: PhotoCommands };
  readonly pictures: PictureCommands;
}

export function photoRoutes(router: ServiceRouter, deps: Deps): void {
  const { photo, location } = deps.commands;
  const { views } = deps;
  /** Checks the place first: if nothing may be uploaded to it, the body is not read. */
  const body = deps.uploads.body((ctx) =>
    photo.checkPlace(parseParams(operations.addPhoto, ctx['params']).id, actorOf(ctx)),
  );

  mountWrite(
    router,
    deps,
    operations.addPhoto,
    async (ctx, { params, body }, context) => {
      const bytes = decodeDataUrl(body.imageData);
      const onSpent = (spent: number) => void (ctx.state.spent = spent);
      const added = await photo.add({ ...body, locationId: params.id, bytes, onSpent }, context);
      let { position } = added;
      if (body.isPrimary === 1) {
        const second = { ...context, commandId: secondCommandIdOf(context.commandId) };
        const featured = await location.featurePhoto(params.id, () => photo.read(added.id), second);
        if (featured.position > position) position = featured.position;
      }
      ctx.set('Location', `/api/locations/${params.id}/photos`);
      await respond(ctx, 201, { id: added.id, position }, views.photo);
    },
    body,
  );
  mountChange(router, deps, operations.describePhoto, views.photo, ({ params, body }, context) =>
    photo.describe(params.photoId, body, context),
  );
  mountChange(router, deps, operations.featurePhoto, views.photo, async ({ params, body }, context) => {
    const { photoId } = params;
    const shownAt = await photo.placeOf(photoId);
    const locationId = body.locationId ?? shownAt;
    const featured = await location.featurePhoto(locationId, () => photo.read(photoId), context);
    return { ...featured, id: photoId };
  });
  mountRemoval(router, deps, operations.deletePhoto, ({ params: { photoId }, query }, context) =>
    query.for === 'ever'
      ? photo.removeForEver(photoId, query.all === 'true', context)
      : photo.delete(photoId, context),
  );
  pictureRoutes(router, deps);
}

/** Uploads of pictures that a city can have. */
function pictureRoutes(router: ServiceRouter, deps: Deps): void {
  const body = deps.uploads.body(async () => undefined);
  mountWrite(
    router,
    deps,
    operations.addPicture,
    async (ctx, input, { actor, time }) => {
      const bytes = decodeDataUrl(input.body.imageData);
      const onSpent = (spent: number) => void (ctx.state.spent = spent);
      const added = await deps.pictures.add(bytes, { userId: actor.userId, now: time.getTime(), onSpent });
      ctx.set('Location', added.url);
      // No event names the picture, so readers need not wait for anything after the log's current end.
      ctx.set(positionHeaders.event, String(await deps.head()));
      json(ctx, 201, added);
    },
    body,
  );
}
