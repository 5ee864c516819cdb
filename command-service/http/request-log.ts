import { randomUUID } from 'node:crypto';

import type { Logger } from 'pino';

import type { RequestMiddleware } from './context.ts';
import { networkOf } from './network.ts';

const refused: ReadonlySet<number> = new Set([401, 403, 429]);

/** Names the request, logs one line when it is answered, and sets the policy of every answer that is no page. */
export const requestLog =
  (logger: Logger): RequestMiddleware =>
  async (ctx, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    // What is not a page may load nothing and be framed by nobody; a page says something else for itself.
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    await next();
    logger.info(
      {
        requestId,
        method: ctx.method,
        // The path alone: a query may hold what a person searched for.
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(performance.now() - started),
        userId: ctx.state.signedIn ?? ctx.state.viewer?.userId,
        // Whoever is refused may be trying something; of everybody else nobody needs to know where they are.
        address: refused.has(ctx.status) ? networkOf(ctx.ip) : undefined,
      },
      'request',
    );
  };
