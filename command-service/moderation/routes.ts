import { operations } from '#contracts/api';
import { json } from '#platform/http/route';
import type { ServiceRouter, RequestContext } from '#platform/http/context';
import { mountChange, mountWrite, type RouteDeps } from '../shared/write-routes.ts';
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

/** The routes for making and undoing decisions. */
export function moderationRoutes(router: ServiceRouter, deps: Deps): void {
  cityDecisions(router, deps);
  locationDecisions(router, deps);
  editDecisions(router, deps);
  mountChange(router, deps, operations.restorePhoto, deps.views.photo, ({ params }, context) =>
    deps.commands.photo.restore(params.id, context),
  );
  batchRoutes(router, deps);
}

function cityDecisions(router: ServiceRouter, deps: Deps): void {
  const { city } = deps.commands;
  const { city: view } = deps.views;
  mountChange(router, deps, operations.approveCity, view, ({ params, body }, context) =>
    city.changeStatus(params.id, { type: 'approve' }, { ...context, seen: body.revision }),
  );
  mountChange(router, deps, operations.rejectCity, view, ({ params, body }, context) =>
    city.reject(params.id, body, { ...context, seen: body.revision }),
  );
  mountChange(router, deps, operations.reopenCity, view, ({ params }, context) =>
    city.changeStatus(params.id, { type: 'reopen' }, context),
  );
  mountChange(router, deps, operations.restoreCity, view, ({ params, body: { revision } }, context) => {
    const isServed = (imageUrl: string) => deps.pictures.isServed(imageUrl, context.actor);
    return city.restore(params.id, revision === undefined ? undefined : { revision, isServed }, context);
  });
}

function locationDecisions(router: ServiceRouter, deps: Deps): void {
  const { location } = deps.commands;
  const { location: view } = deps.views;
  mountChange(router, deps, operations.approveLocation, view, ({ params, body }, context) =>
    location.changeStatus(params.id, { type: 'approve' }, { ...context, seen: body.revision }),
  );
  mountChange(router, deps, operations.rejectLocation, view, ({ params, body }, context) =>
    location.reject(params.id, body, { ...context, seen: body.revision }),
  );
  mountChange(router, deps, operations.reopenLocation, view, ({ params }, context) =>
    location.changeStatus(params.id, { type: 'reopen' }, context),
  );
  mountChange(router, deps, operations.mergeLocation, view, ({ params, body }, context) =>
    location.merge(params.id, body, context),
  );
  mountChange(router, deps, operations.restoreLocation, view, ({ params, body }, context) =>
    location.restore(params.id, body.revision, context),
  );
}

function editDecisions(router: ServiceRouter, deps: Deps): void {
  const { location } = deps.commands;
  const { edit: view } = deps.views;
  mountChange(router, deps, operations.approveEdit, view, async ({ params, body }, context) => {
    const { revision, force = false, fields, values } = body;
    const { editId } = params;
    const command = { type: 'approve-edit', editId, force, fields, values } as const;
    const done = await location.changeStatus(params.id, command, { ...context, seen: revision });
    return { ...done, id: editId };
  });
  mountChange(router, deps, operations.rejectEdit, view, async ({ params, body }, context) => {
    const command = { type: 'reject-edit', editId: params.editId, reason: body.reason ?? null } as const;
    const done = await location.changeStatus(params.id, command, { ...context, seen: body.revision });
    return { ...done, id: params.editId };
  });
}

/** The routes for making and undoing many decisions at once. */
function batchRoutes(router: ServiceRouter, deps: Deps): void {
  const { batch } = deps.commands;

  async function respond(ctx: RequestContext, { batchId, results, position }: BatchOutcome): Promise<void> {
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
    await respond(ctx, await batch.decide(body.items, context, body.batchId));
  });
  mountWrite(router, deps, operations.undoBatch, async (ctx, { params }, context) => {
    await respond(ctx, await batch.undo(params.batchId, context));
  });
}
