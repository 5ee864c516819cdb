import { bodyParser } from '@koa/bodyparser';

import { Refusal, type ErrorCode } from '#contracts/errors';
import { limits } from '#contracts/limits';

import type { RequestMiddleware } from './context.ts';

/** Reads a JSON body of at most that many bytes; `tooLarge` is the refusal of a longer one. */
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
    const length = Number(ctx.get('Content-Length') || 0);
    const hasBody = length > 0 || ctx.get('Transfer-Encoding') !== '';
    if (!hasBody) {
      await next();
      return;
    }
    if (length > most) throw new Refusal(tooLarge);
    // A few bytes may unfold to gigabytes; no client of this API has a reason to send them.
    if (!/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
      throw new Refusal('not-json', { detail: 'A compressed body is not taken.' });
    }
    if (ctx.is('application/json') === false) throw new Refusal('not-json');
    try {
      await parse(ctx, next);
    } finally {
      // What the parser left unread would stand in the way of the next request on the connection.
      ctx.req.resume();
    }
  };
}

export const smallBody = jsonBody(limits.bodyBytes, 'body-too-large');
/** What is too long for it holds a photo that is. */
export const uploadBody = jsonBody(limits.uploadBodyBytes, 'file-too-large');
