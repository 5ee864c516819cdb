import { operations } from '#contracts/api';

import type { ServiceRouter } from '#platform/http/context';
import { respond, mountChange, mountRemoval, mountWrite, type RouteDeps } from '../shared/write-routes.ts';
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
    await respond(ctx, 201, done, views.location);
  });
  mountWrite(router, deps, operations.updateLocation, async (ctx, { params, body }, context) => {
    const done = await location.edit(params.id, body, context);
    if (done.editId === null) await respond(ctx, 200, done, views.location);
    else await respond(ctx, 202, { ...done, id: done.editId }, views.edit);
  });
  mountRemoval(router, deps, operations.deleteLocation, ({ params }, context) =>
    location.changeStatus(params.id, { type: 'delete' }, context),
  );
  mountChange(router, deps, operations.withdrawLocation, views.location, ({ params }, context) =>
    location.changeStatus(params.id, { type: 'withdraw' }, context),
  );
  mountChange(router, deps, operations.withdrawEdit, views.edit, async ({ params }, context) => {
    const { id, editId } = params;
    return { ...(await location.changeStatus(id, { type: 'withdraw-edit', editId }, context)), id: editId };
  });
}
