import { operations } from '#contracts/api';

import type { GiveOpinion } from './commands.ts';
import type { ServiceRouter } from '#platform/http/context';
import { mountChange, mountRemoval, type RouteDeps } from '../shared/write-routes.ts';

interface Deps extends RouteDeps {
  readonly commands: { readonly giveOpinion: GiveOpinion };
}

export function opinionRoutes(router: ServiceRouter, deps: Deps): void {
  const { giveOpinion } = deps.commands;
  const { views } = deps;

  mountChange(router, deps, operations.rateLocation, views.location, ({ params, body }, context) =>
    giveOpinion(params.id, { type: 'rate', rating: body.rating }, context),
  );
  mountChange(router, deps, operations.favoriteLocation, views.location, ({ params }, context) =>
    giveOpinion(params.id, { type: 'favorite' }, context),
  );
  mountRemoval(router, deps, operations.unfavoriteLocation, ({ params }, context) =>
    giveOpinion(params.id, { type: 'unfavorite' }, context),
  );
}
