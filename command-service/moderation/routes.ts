import { operations } from '#contracts/api';
import { json } from '#platform/http/route';
import type { ServiceRouter, RequestContext } from '#platform/http/context';
import { answer, mountWrite, type RouteDeps } from '../shared/write-routes.ts';
import type { CityCommands } from '../city/commands.ts';
import type { LocationCommands } from '../location/commands.ts';
import type { PhotoCommands } from '../photo/commands.ts';
import type { PictureCommands } from '../photo/picture-commands.ts';
import { positionHeaders } from '#contracts/shared/operation';
import type { BatchResult } from '#contracts/moderation/views';
import type { BatchCommands, BatchOutcome } from './batch.ts';

interface Deps extends RouteDeps {
  readonly commands: {
    readonly city: CityCommands;
    readonly location: LocationCommands;
    readonly photo: PhotoCommands;
    readonly batch: BatchCommands;
  };
  readonly pictures: PictureCommands;
}

/** The routes for decisions, and for taking them back. */
export function moderationRoutes(router: ServiceRouter, deps: Deps): void {
  cityDecisions(router, deps);
  locationDecisions(router, deps);
  editDecisions(router, deps);
  photoDecisions(router, deps);
  batchRoutes(router, deps);
}

function cityDecisions(router: ServiceRouter, deps: Deps): void {
  const { city } = deps.commands;
  const { views } = deps;
  mountWrite(router, deps, operations.approveCity, async (ctx, { params, body }, request) => {
    const context = { ...request, seen: body.revision };
    await answer(ctx, 200, await city.changeStatus(params.id, { type: 'approve' }, context), views.city);
  });
  mountWrite(router, deps, operations.rejectCity, async (ctx, { params, body }, request) => {
    const context = { ...request, seen: body.revision };
    const { reason = null, duplicateOf } = body;
    const done =
      duplicateOf === undefined
        ? await city.changeStatus(params.id, { type: 'reject', reason }, context)
        : await city.rejectAsDuplicate(params.id, { reason, duplicateOf }, context);
    await answer(ctx, 200, done, views.city);
  });
  mountWrite(router, deps, operations.reopenCity, async (ctx, { params }, context) => {
    await answer(ctx, 200, await city.changeStatus(params.id, { type: 'reopen' }, context), views.city);
  });
  mountWrite(router, deps, operations.restoreCity, async (ctx, { params, body }, context) => {
    const { revision } = body;
    const isServed = (imageUrl: string) => deps.pictures.isServed(imageUrl, context.actor);
    const to = revision === undefined ? undefined : { revision, isServed };
    await answer(ctx, 200, await city.restore(params.id, to, context), views.city);
  });
}

function locationDecisions(router: ServiceRouter, deps: Deps): void {
  const { location } = deps.commands;
  const { views } = deps;
  mountWrite(router, deps, operations.approveLocation, async (ctx, { params, body }, request) => {
    const context = { ...request, seen: body.revision };
    await answer(
      ctx,
      200,
      await location.changeStatus(params.id, { type: 'approve' }, context),
      views.location,
    );
  });
  mountWrite(router, deps, operations.rejectLocation, async (ctx, { params, body }, request) => {
    const context = { ...request, seen: body.revision };
    const { reason = null, duplicateOf } = body;
    const done =
      duplicateOf === undefined
        ? await location.changeStatus(params.id, { type: 'reject', reason }, context)
        : await location.rejectAsDuplicate(params.id, { reason, duplicateOf }, context);
    await answer(ctx, 200, done, views.location);
  });
  mountWrite(router, deps, operations.reopenLocation, async (ctx, { params }, context) => {
    await answer(
      ctx,
      200,
      await location.changeStatus(params.id, { type: 'reopen' }, context),
      views.location,
    );
  });
  mountWrite(router, deps, operations.mergeLocation, async (ctx, { params, body }, context) => {
    await answer(ctx, 200, await location.merge(params.id, body, context), views.location);
  });
  mountWrite(router, deps, operations.restoreLocation, async (ctx, { params, body }, context) => {
    await answer(ctx, 200, await location.restore(params.id, body.revision, context), views.location);
  });
}

function editDecisions(router: ServiceRouter, deps: Deps): void {
  const { location } = deps.commands;
  const { views } = deps;
  mountWrite(router, deps, operations.approveEdit, async (ctx, { params, body }, request) => {
    const context = { ...request, seen: body.revision };
    const { force = false, fields, values } = body;
    const command = {
      type: 'approve-edit',
      editId: params.editId,
      force,
      ...(fields !== undefined && { fields }),
      ...(values !== undefined && { values }),
    } as const;
    const done = await location.changeStatus(params.id, command, context);
    await answer(ctx, 200, { ...done, id: params.editId }, views.edit);
  });
  mountWrite(router, deps, operations.rejectEdit, async (ctx, { params, body }, request) => {
    const context = { ...request, seen: body.revision };
    const command = { type: 'reject-edit', editId: params.editId, reason: body.reason ?? null } as const;
    const done = await location.changeStatus(params.id, command, context);
    await answer(ctx, 200, { ...done, id: params.editId }, views.edit);
  });
}

function photoDecisions(router: ServiceRouter, deps: Deps): void {
  const { photo } = deps.commands;
  mountWrite(router, deps, operations.restorePhoto, async (ctx, { params }, context) => {
    await answer(ctx, 200, await photo.restore(params.id, context), deps.views.photo);
  });
}

/** The routes for making and undoing many decisions at once. */
function batchRoutes(router: ServiceRouter, deps: Deps): void {
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
