import { type Operation, positionHeaders } from '#contracts/shared/operation';
import type { Parsed, Viewer } from '#contracts/shared/parse';
import { smallBody, mount, json } from '#platform/http/route';
import type { ServiceRouter, RequestContext, RequestMiddleware } from '#platform/http/context';
import type { StoredList } from '#platform/record-store/index';
import type { CommandContext } from '#platform/commands/handle-command';
import type { Uploads } from '#platform/uploads/uploads';
import { ordinaryPerson } from '#contracts/shared/person';
import { commandIdOf, type CommandResult } from './commands.ts';
import { system, type Actor } from '#platform/commands/decider';
import type { City } from '#contracts/city/views';
import type { PendingEdit, Location } from '#contracts/location/views';
import type { PlaceList } from '#contracts/list/views';
import type { PersonForDesk } from '#contracts/account/views';
import type { QueueDetail } from '#contracts/moderation/views';
import type { QueueKind } from '#contracts/moderation/words';
import type { Photo } from '#contracts/photo/views';

/** What every subject's routes need. */
export interface RouteDeps {
  /** Position of the log's last event. */
  readonly head: () => Promise<bigint>;
  readonly views: Views;
  readonly clock: () => number;
  /** Refuses while a read model has stopped. */
  readonly refuseWhenStopped: RequestMiddleware;
  readonly writeLimit: RequestMiddleware;
  readonly idempotency: RequestMiddleware;
  readonly uploads: Pick<Uploads, 'body'>;
}

/** Adds a write operation to the router, with the middleware that every write needs. */
export function mountWrite<O extends Operation>(
  router: ServiceRouter,
  deps: RouteDeps,
  operation: O,
  handler: (ctx: RequestContext, input: Parsed<O>, context: CommandContext) => Promise<void>,
  body: RequestMiddleware = smallBody,
): void {
  mount(router, operation, [deps.writeLimit, deps.refuseWhenStopped, body, deps.idempotency], (ctx, input) =>
    handler(ctx, input, commandContext(ctx, deps.clock())),
  );
}

/** The sender of the request; without a session, a person with no rights. */
export const actorOf = (ctx: RequestContext): Actor => ctx.state.viewer ?? ordinaryPerson(system.userId);

/** The context of the command that a request sends. `now`: milliseconds since 1970. */
function commandContext(ctx: RequestContext, now: number): CommandContext {
  const actor = actorOf(ctx);
  const commandId = commandIdOf(actor.userId, ctx.state.idempotent);
  return { commandId, actor, correlationId: ctx.state.requestId, time: new Date(now) };
}

/** Answers with the entity as it is after the command, and with the position that a reader has to wait for. */
export async function respond(
  ctx: RequestContext,
  status: number,
  done: Pick<CommandResult, 'id' | 'position'>,
  view: (id: string, viewer: Viewer, minPosition: bigint) => Promise<unknown>,
): Promise<void> {
  ctx.set(positionHeaders.event, String(done.position));
  json(ctx, status, await view(done.id, ctx.state.viewer, done.position));
}

/** Adds a write operation that is answered 200 with the entity as it is after the command. */
export function mountChange<O extends Operation>(
  router: ServiceRouter,
  deps: RouteDeps,
  operation: O,
  view: (id: string, viewer: Viewer, minPosition: bigint) => Promise<unknown>,
  change: (input: Parsed<O>, context: CommandContext) => Promise<Pick<CommandResult, 'id' | 'position'>>,
): void {
  mountWrite(router, deps, operation, async (ctx, input, context) =>
    respond(ctx, 200, await change(input, context), view),
  );
}

/** Adds a write operation that is answered 204 once the read models have reached the command's position. */
export function mountRemoval<O extends Operation>(
  router: ServiceRouter,
  deps: RouteDeps,
  operation: O,
  remove: (input: Parsed<O>, context: CommandContext) => Promise<Pick<CommandResult, 'position'>>,
): void {
  mountWrite(router, deps, operation, async (ctx, input, context) => {
    const { position } = await remove(input, context);
    ctx.set(positionHeaders.event, String(position));
    await deps.views.reached(position);
    ctx.status = 204;
  });
}

/**
 * Reads the response to a command: the same views that a GET gives, once they have reached a position. The composition
 * root provides it, so this service knows nothing else of the reading side. Each function throws Refusal
 * `not-caught-up` if that takes too long.
 */
export interface Views {
  readonly city: (id: string, viewer: Viewer, minPosition: bigint) => Promise<City>;
  readonly location: (id: string, viewer: Viewer, minPosition: bigint) => Promise<Location>;
  readonly photo: (id: string, viewer: Viewer, minPosition: bigint) => Promise<Photo>;
  readonly edit: (id: string, viewer: Viewer, minPosition: bigint) => Promise<PendingEdit>;
  readonly person: (id: string, viewer: Viewer, minPosition: bigint) => Promise<PersonForDesk>;
  readonly list: (list: StoredList, viewer: Viewer) => Promise<PlaceList>;
  /** A queue item with all details. */
  readonly queueDetail: (kind: QueueKind, id: string, minPosition: bigint) => Promise<QueueDetail>;
  /** The names of people as moderators see them. */
  readonly named: (
    userIds: readonly string[],
  ) => Promise<ReadonlyArray<{ readonly id: string; readonly name: string }>>;
  /** Waits until the read models have applied all events up to this position. */
  readonly reached: (minPosition: bigint) => Promise<void>;
}
