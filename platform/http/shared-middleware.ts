import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RequestMiddleware } from './context.ts';
import { networkOf } from './network.ts';
import type { RecordStore } from '#platform/record-store/index';
import { identification } from './identification.ts';
import { problems } from './problems.ts';

const refused: ReadonlySet<number> = new Set([401, 403, 429]);

/** Gives each request an id, and logs one line when it is answered. */
const requestLog =
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

/**
 * The middleware that every service runs before its routes: request id and log line, errors, and identification of
 * the sender.
 */
export const sharedMiddleware = (deps: {
  readonly logger: Logger;
  readonly records: RecordStore;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly clock: () => number;
}): RequestMiddleware[] => [requestLog(deps.logger), problems(deps.logger), identification(deps)];
