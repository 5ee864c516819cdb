import { positionHeaders } from '#contracts/shared/operation';
import type { Viewer } from '#contracts/shared/parse';
import { ordinaryPerson } from '#contracts/shared/person';

import { commandIdOf } from './ids.ts';
import { system, type Actor } from '#platform/commands/decider';
import type { CommandContext } from '#platform/commands/handle-command';
import type { RequestContext } from '#platform/http/context';
import { json } from '#platform/http/route';

/** The person who sends the request; without a session, one with no rights. */
export const actorOf = (ctx: RequestContext): Actor => ctx.state.viewer ?? ordinaryPerson(system.userId);

/** The context of the command that a request sends. `now`: milliseconds since 1970. */
export function commandContext(ctx: RequestContext, now: number): CommandContext {
  const actor = actorOf(ctx);
  const commandId = commandIdOf(actor.userId, ctx.state.idempotent);
  return { commandId, actor, correlationId: ctx.state.requestId, time: new Date(now) };
}

/** Answers with the entity as it is after the command, and with the position that a reader has to wait for. */
export async function answer(
  ctx: RequestContext,
  status: number,
  done: { readonly id: string; readonly position: bigint },
  view: (id: string, viewer: Viewer, minPosition: bigint) => Promise<unknown>,
): Promise<void> {
  ctx.set(positionHeaders.event, String(done.position));
  json(ctx, status, await view(done.id, ctx.state.viewer, done.position));
}

/** Answers 204 once the read models have reached the command's position. */
export async function answerEmpty(
  ctx: RequestContext,
  done: { readonly position: bigint },
  reached: (minPosition: bigint) => Promise<void>,
): Promise<void> {
  ctx.set(positionHeaders.event, String(done.position));
  await reached(done.position);
  ctx.status = 204;
}
