import { routePath, type Operation } from '#contracts/shared/operation';
import { checkAccess, parseInput, type Parsed } from '#contracts/shared/parse';
import type { RequestContext, RequestMiddleware, ServiceRouter } from './context.ts';
import { bodyParser } from '@koa/bodyparser';
import { Refusal, type ErrorCode } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

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

/** Answers with JSON, stored as text so that a repeated request gets exactly the same bytes. */
export function json(ctx: RequestContext, status: number, value: unknown): void {
  ctx.status = status;
  ctx.body = JSON.stringify(value);
  ctx.type = 'application/json';
  ctx.set('Cache-Control', 'no-store');
}

/** Reads a JSON body of at most `most` bytes; a longer one is refused with `tooLarge`. */
function jsonBody(most: number, tooLarge: ErrorCode): RequestMiddleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    extendTypes: { json: ['application/json'] },
    jsonLimit: most,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    onError: (error) => {
      throw 'status' in error && error.status === 413 ? new Refusal(tooLarge) : error;
    },
  });
  return async (ctx, next) => {
    if (announcesJson(ctx, most, tooLarge)) await parse(ctx, next);
    else await next();
  };
}

/**
 * Whether a request has a JSON body, before any of it is read.
 * @throws Refusal `tooLarge` if the declared length exceeds `most` bytes, `not-json` for another content type
 */
export function announcesJson(ctx: RequestContext, most: number, tooLarge: ErrorCode): boolean {
  const length = Number(ctx.get('Content-Length') || 0);
  const hasBody = length > 0 || ctx.get('Transfer-Encoding') !== '';
  if (!hasBody) return false;
  if (length > most) throw new Refusal(tooLarge);
  // A compressed body can expand to gigabytes, and no client of this API needs one.
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
    throw new Refusal('not-json', { detail: 'A compressed body is not taken.' });
  }
  if (ctx.is('application/json') === false) throw new Refusal('not-json');
  return true;
}

export const smallBody = jsonBody(limits.bodyBytes, 'body-too-large');
