import { randomUUID } from 'node:crypto';

import type { Logger } from 'pino';

import type { RequestMiddleware } from './context.ts';
import { networkOf } from './network.ts';

const refused: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Gives each request an id, logs one line when it is answered, and sets the content security policy of answers that
 * are not pages.
 */
export const requestLog =
  (logger: Logger): RequestMiddleware =>
  async (ctx, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    // Anything but a page may load nothing and must not be framed. Pages set a policy of their own.
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
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
