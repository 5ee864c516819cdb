import { randomUUID } from 'node:crypto';

import type { Logger } from 'pino';

import type { RequestMiddleware } from './context.ts';

/** Names the request, logs one line when it is answered, and sets the headers that every answer carries. */
export const requestLog =
  (logger: Logger): RequestMiddleware =>
  async (ctx, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    await next();
    logger.info(
      {
        requestId,
        method: ctx.method,
        // The path alone: a query may hold what a person searched for.
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(performance.now() - started),
        userId: ctx.state.viewer?.userId,
      },
      'request',
    );
  };
