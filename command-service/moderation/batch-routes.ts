import { operations } from '#contracts/api';
import { positionHeaders } from '#contracts/shared/operation';
import type { BatchResult } from '#contracts/moderation/views';

import type { BatchCommands, BatchOutcome } from './batch.ts';
import type { RequestContext } from '#platform/http/context';
import { json, type ServiceRouter } from '#platform/http/route';
import { mountWrite, type RouteDeps } from '../shared/deps.ts';

interface Deps extends RouteDeps {
  readonly commands: { readonly batch: BatchCommands };
}

/** The routes for making and undoing many decisions at once. */
export function batchRoutes(router: ServiceRouter, deps: Deps): void {
  const { batch } = deps.commands;

  async function answer(ctx: RequestContext, { batchId, results, position }: BatchOutcome): Promise<void> {
    ctx.set(positionHeaders.event, String(position));
    await deps.views.reached(position);
    const named = await deps.views.named(results.flatMap(({ by }) => by ?? []));
    const nameOf = (id: string | null) => named.find((each) => each.id === id) ?? null;
    const body: BatchResult = {
      batchId,
      results: results.map((each) => ({ ...each, by: nameOf(each.by) })),
      position: String(position),
    };
    json(ctx, 200, body);
  }

  mountWrite(router, deps, operations.decide, async (ctx, { body }, context) => {
    await answer(ctx, await batch.decide(body.items, context, body.batchId));
  });
  mountWrite(router, deps, operations.undoBatch, async (ctx, { params }, context) => {
    await answer(ctx, await batch.undo(params.batchId, context));
  });
}
