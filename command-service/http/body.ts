import { bodyParser } from '@koa/bodyparser';

import { Refusal } from '#contracts/errors';
import { limits } from '#contracts/limits';

import type { RequestMiddleware } from './context.ts';

/** Reads a JSON body of at most that many bytes. */
function jsonBody(most: number): RequestMiddleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    extendTypes: { json: ['application/json'] },
    jsonLimit: most,
    parsedMethods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    onError: (error) => {
      throw error;
    },
  });
  return async (ctx, next) => {
    const length = Number(ctx.get('Content-Length') || 0);
    const hasBody = length > 0 || ctx.get('Transfer-Encoding') !== '';
    if (!hasBody) {
      await next();
      return;
    }
    if (length > most) throw new Refusal('body-too-large');
    if (ctx.is('application/json') === false) throw new Refusal('not-json');
    await parse(ctx, next);
  };
}

export const smallBody = jsonBody(limits.bodyBytes);
export const uploadBody = jsonBody(limits.uploadBodyBytes);
