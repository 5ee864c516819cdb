import { operations } from '#contracts/api';
import { positionHeaders } from '#contracts/shared/operation';

import type { ServiceRouter } from '#platform/http/route';
import { json } from '#platform/http/route';
import { decodeDataUrl } from './images/decode-data-url.ts';
import type { PictureCommands } from './picture-commands.ts';
import { mountWrite, type RouteDeps } from '../shared/deps.ts';

interface Deps extends RouteDeps {
  readonly pictures: PictureCommands;
}

export function pictureRoutes(router: ServiceRouter, deps: Deps): void {
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
      // No event names the picture, so readers need wait for nothing after the log's present end.
      ctx.set(positionHeaders.event, String(await deps.head()));
      json(ctx, 201, added);
    },
    body,
  );
}
