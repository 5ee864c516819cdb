import { operations } from '#contracts/api';

import type { ServiceRouter } from '#platform/http/context';
import { respond, mountChange, mountRemoval, mountWrite, type RouteDeps } from '../shared/write-routes.ts';
import type { CityCommands } from './commands.ts';
import type { Actor } from '#platform/commands/decider';

interface Deps extends RouteDeps {
  readonly commands: { readonly city: CityCommands };
  readonly pictures: {
    /** @throws Refusal for a picture that the city may not have */
    requireServed(imageUrl: string | undefined, actor: Actor): Promise<void>;
  };
}

export function cityRoutes(router: ServiceRouter, deps: Deps): void {
  const { city } = deps.commands;
  const { views } = deps;

  mountWrite(router, deps, operations.createCity, async (ctx, { body }, context) => {
    await deps.pictures.requireServed(body.imageUrl, context.actor);
    const done = await city.submit(body, context);
    ctx.set('Location', `/api/cities/${done.id}`);
    await respond(ctx, 201, done, views.city);
  });
  mountChange(router, deps, operations.updateCity, views.city, ({ params, body }, context) =>
    city.edit(params.id, body, context, (imageUrl) => deps.pictures.requireServed(imageUrl, context.actor)),
  );
  mountRemoval(router, deps, operations.deleteCity, ({ params }, context) =>
    city.changeStatus(params.id, { type: 'delete' }, context),
  );
  mountChange(router, deps, operations.withdrawCity, views.city, ({ params }, context) =>
    city.changeStatus(params.id, { type: 'withdraw' }, context),
  );
}
