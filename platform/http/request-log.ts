import { randomUUID } from 'node:crypto';

import type { Logger } from 'pino';

import type { RequestMiddleware } from './context.ts';
import { networkOf } from './network.ts';

const refused: ReadonlySet<number> = new Set([401, 403, 429]);

/** Gives each request an id, and logs one line when it is answered. */
export const requestLog =
  (logger: Logger): RequestMiddleware =>
  async (ctx, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    await next();
    logger.info(
      {
        requestId,
        method: ctx.method,
        // Only the path: a query may contain what a person searched for.
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(performance.now() - started),
        userId: ctx.state.signedIn ?? ctx.state.viewer?.userId,
        // The address is logged only for refused requests, which may be an attack.
        address: refused.has(ctx.status) ? networkOf(ctx.ip) : undefined,
      },
      'request',
    );
  };
