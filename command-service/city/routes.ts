import { operations } from '#contracts/api';

import type { ServiceRouter } from '#platform/http/context';
import { answer, answerEmpty, mountWrite, type RouteDeps } from '../shared/write-routes.ts';
import type { CityCommands } from './commands.ts';
import type { Actor } from '#platform/commands/decider';

interface Deps extends RouteDeps {
  readonly commands: { readonly city: CityCommands };
  readonly pictures: {
    /** @throws Refusal for a picture that the city may not get */
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
    await answer(ctx, 201, done, views.city);
  });
  mountWrite(router, deps, operations.updateCity, async (ctx, { params, body }, context) => {
    const done = await city.edit(params.id, body, context, (imageUrl) =>
      deps.pictures.requireServed(imageUrl, context.actor),
    );
    await answer(ctx, 200, done, views.city);
  });
  mountWrite(router, deps, operations.deleteCity, async (ctx, { params }, context) => {
    await answerEmpty(ctx, await city.changeStatus(params.id, { type: 'delete' }, context), views.reached);
  });
  mountWrite(router, deps, operations.withdrawCity, async (ctx, { params }, context) => {
    await answer(ctx, 200, await city.changeStatus(params.id, { type: 'withdraw' }, context), views.city);
  });
}
