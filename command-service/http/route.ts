import type Router from '@koa/router';

import { routePath, type Operation } from '#contracts/api/index';
import { checkAccess, parseInput, type Parsed } from '#contracts/parse';

import type { RequestContext, RequestMiddleware, RequestState } from './context.ts';

export type ServiceRouter = Router<RequestState>;

/** Puts an operation of the contract on a router: who may call, what surrounds it, its parsed input, its handler. */
export function mount<O extends Operation>(
  router: ServiceRouter,
  operation: O,
  surround: readonly RequestMiddleware[],
  handler: (ctx: RequestContext, input: Parsed<O>) => Promise<void>,
): void {
  const access: RequestMiddleware = async (ctx, next) => {
    checkAccess(operation, ctx.state.viewer);
    await next();
  };
  const handle: RequestMiddleware = async (ctx) => {
    const { params, request, query } = ctx as RequestContext & { params: Record<string, string> };
    await handler(ctx, parseInput(operation, { params, query, body: request.body }));
  };
  router.register(routePath(operation), [operation.method], [access, ...surround, handle]);
}

/** Answers with JSON, kept as text so that an idempotent repetition is the same to the byte. */
export function json(ctx: RequestContext, status: number, value: unknown): void {
  ctx.status = status;
  ctx.body = JSON.stringify(value);
  ctx.type = 'application/json';
  ctx.set('Cache-Control', 'no-store');
}
