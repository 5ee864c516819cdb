import { operations } from '#contracts/api';
import { positionHeaders } from '#contracts/shared/operation';
import { json } from '#platform/http/route';
import type { RequestContext, ServiceRouter } from '#platform/http/context';

import { mountWrite, type RouteDeps } from '../shared/write-routes.ts';
import type { ListCommands } from './commands.ts';

export function listRoutes(router: ServiceRouter, deps: RouteDeps, commands: ListCommands): void {
  const { views, head } = deps;
  /** Lists are not in any event, so readers need wait for no newer position. */
  const setPosition = async (ctx: RequestContext) => ctx.set(positionHeaders.event, String(await head()));

  mountWrite(router, deps, operations.createList, async (ctx, { body }, context) => {
    const list = await commands.create(body, context);
    ctx.set('Location', `/api/lists/${list.id}`);
    await setPosition(ctx);
    json(ctx, 201, await views.list(list, ctx.state.viewer));
  });
  mountWrite(router, deps, operations.updateList, async (ctx, { params, body }, context) => {
    const list = await commands.update(params.id, body, context);
    await setPosition(ctx);
    json(ctx, 200, await views.list(list, ctx.state.viewer));
  });
  mountWrite(router, deps, operations.deleteList, async (ctx, { params }, context) => {
    await commands.remove(params.id, context);
    await setPosition(ctx);
    ctx.status = 204;
  });
}
