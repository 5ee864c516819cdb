import { positionHeaders, type Operation } from '#contracts/api/index';
import type { Viewer } from '#contracts/parse';

import { commandIdOf } from '../commands/ids.ts';
import { system } from '../domain/decider.ts';
import type { CommandContext } from '../handle-command.ts';
import type { RequestContext } from '../http/context.ts';
import { idempotencyKeyOf } from '../http/idempotency.ts';
import { json } from '../http/route.ts';

/** The command that a request stands for. */
export function commandContext(ctx: RequestContext, operation: Operation, now: number): CommandContext {
  const actor = ctx.state.viewer ?? { ...system, isAdmin: false };
  const key = operation.method === 'POST' ? idempotencyKeyOf(ctx) : undefined;
  const commandId = commandIdOf({ userId: actor.userId, call: `${operation.method} ${ctx.path}`, key });
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

/** Answers 204 once readers know of it. */
export async function answerEmpty(
  ctx: RequestContext,
  done: { readonly position: bigint },
  reached: (minPosition: bigint) => Promise<void>,
): Promise<void> {
  ctx.set(positionHeaders.event, String(done.position));
  await reached(done.position);
  ctx.status = 204;
}
