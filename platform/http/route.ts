import type Router from '@koa/router';

import { routePath, type Operation } from '#contracts/shared/operation';
import { checkAccess, parseInput, type Parsed } from '#contracts/shared/parse';

import type { RequestContext, RequestMiddleware, RequestState } from './context.ts';

export type ServiceRouter = Router<RequestState>;

/**
 * Adds an operation of the contract to a router, with its access check, middleware, parsed input and handler. Access is
 * checked before a body is read, and again after it.
 */
export function mount<O extends Operation>(
  router: ServiceRouter,
  operation: O,
  middleware: readonly RequestMiddleware[],
  handler: (ctx: RequestContext, input: Parsed<O>) => Promise<void>,
): void {
  const access: RequestMiddleware = async (ctx, next) => {
    checkAccess(operation, ctx.state.viewer);
    await next();
  };
  const handle: RequestMiddleware = async (ctx) => {
    await ctx.state.recogniseAgain();
    checkAccess(operation, ctx.state.viewer);
    const { params, request, query } = ctx as RequestContext & { params: Record<string, string> };
    await handler(ctx, parseInput(operation, { params, query, body: request.body }));
  };
  router.register(routePath(operation), [operation.method], [access, ...middleware, handle]);
}

/** Answers with JSON, kept as text so that a repeated request gets exactly the same bytes. */
export function json(ctx: RequestContext, status: number, value: unknown): void {
  ctx.status = status;
  ctx.body = JSON.stringify(value);
  ctx.type = 'application/json';
  ctx.set('Cache-Control', 'no-store');
}
