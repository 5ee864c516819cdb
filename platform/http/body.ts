import { bodyParser } from '@koa/bodyparser';

import { Refusal, type ErrorCode } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

import type { RequestContext, RequestMiddleware } from './context.ts';

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
 * Whether a request has a body, before any of it is read.
 * @throws Refusal `tooLarge` when the declared length exceeds `most` bytes, `not-json` when it is of another type
 */
export function announcesJson(ctx: RequestContext, most: number, tooLarge: ErrorCode): boolean {
  const length = Number(ctx.get('Content-Length') || 0);
  const hasBody = length > 0 || ctx.get('Transfer-Encoding') !== '';
  if (!hasBody) return false;
  if (length > most) throw new Refusal(tooLarge);
  // A compressed body can unpack to gigabytes, and no client of this API needs one.
  if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
    throw new Refusal('not-json', { detail: 'A compressed body is not taken.' });
  }
  if (ctx.is('application/json') === false) throw new Refusal('not-json');
  return true;
}

export const smallBody = jsonBody(limits.bodyBytes, 'body-too-large');
