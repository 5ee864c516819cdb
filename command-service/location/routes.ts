import { operations } from '#contracts/api';

import type { ServiceRouter } from '#platform/http/context';
import { answer, answerEmpty, mountWrite, type RouteDeps } from '../shared/write-routes.ts';
import type { LocationCommands } from './commands.ts';

interface Deps extends RouteDeps {
  readonly commands: { readonly location: LocationCommands };
}

export function locationRoutes(router: ServiceRouter, deps: Deps): void {
  const { location } = deps.commands;
  const { views } = deps;

  mountWrite(router, deps, operations.createLocation, async (ctx, { body }, context) => {
    const done = await location.submit(body, context);
    ctx.set('Location', `/api/locations/${done.id}`);
    await answer(ctx, 201, done, views.location);
  });
  mountWrite(router, deps, operations.updateLocation, async (ctx, { params, body }, context) => {
    const done = await location.edit(params.id, body, context);
    if (done.editId === null) await answer(ctx, 200, done, views.location);
    else await answer(ctx, 202, { ...done, id: done.editId }, views.edit);
  });
  mountWrite(router, deps, operations.deleteLocation, async (ctx, { params }, context) => {
    await answerEmpty(
      ctx,
      await location.changeStatus(params.id, { type: 'delete' }, context),
      views.reached,
    );
  });
  mountWrite(router, deps, operations.withdrawLocation, async (ctx, { params }, context) => {
    await answer(
      ctx,
      200,
      await location.changeStatus(params.id, { type: 'withdraw' }, context),
      views.location,
    );
  });
  mountWrite(router, deps, operations.withdrawEdit, async (ctx, { params }, context) => {
    const done = await location.changeStatus(
      params.id,
      { type: 'withdraw-edit', editId: params.editId },
      context,
    );
    await answer(ctx, 200, { ...done, id: params.editId }, views.edit);
  });
}
