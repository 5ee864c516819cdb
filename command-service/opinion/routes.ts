import { operations } from '#contracts/api';

import type { GiveOpinion } from './commands.ts';
import type { ServiceRouter } from '#platform/http/context';
import { answer, answerEmpty, mountWrite, type RouteDeps } from '../shared/write-routes.ts';

interface Deps extends RouteDeps {
  readonly commands: { readonly giveOpinion: GiveOpinion };
}

export function opinionRoutes(router: ServiceRouter, deps: Deps): void {
  const { giveOpinion } = deps.commands;
  const { views } = deps;

  mountWrite(router, deps, operations.rateLocation, async (ctx, { params, body }, context) => {
    const done = await giveOpinion(params.id, { type: 'rate', rating: body.rating }, context);
    await answer(ctx, 200, done, views.location);
  });
  mountWrite(router, deps, operations.favoriteLocation, async (ctx, { params }, context) => {
    await answer(ctx, 200, await giveOpinion(params.id, { type: 'favorite' }, context), views.location);
  });
  mountWrite(router, deps, operations.unfavoriteLocation, async (ctx, { params }, context) => {
    await answerEmpty(ctx, await giveOpinion(params.id, { type: 'unfavorite' }, context), views.reached);
  });
}
