import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RequestMiddleware } from './context.ts';
import { networkOf } from './network.ts';
import { type RecordStore, identify } from '#platform/record-store/index';
import { problems } from './problems.ts';
import { sessionCookieOf, tokenIn } from '#platform/http/access-token';

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
        // Only the path: the query string may contain a person's search text.
        path: ctx.path,
        status: ctx.status,
        ms: Math.round(performance.now() - started),
        userId: ctx.state.signedIn ?? ctx.state.viewer?.userId,
        // The address is logged only for refused requests, because these may be an attack.
        address: refused.has(ctx.status) ? networkOf(ctx.ip) : undefined,
      },
      'request',
    );
  };

/**
 * The middleware that every service runs before its routes: request id, log line, error handling and identification of
 * the sender.
 */
export const sharedMiddleware = (deps: {
  readonly logger: Logger;
  readonly records: RecordStore;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly clock: () => number;
}): RequestMiddleware[] => [requestLog(deps.logger), problems(deps.logger), identification(deps)];

/** Milliseconds. A body may take two minutes to arrive, and its sender may be blocked or signed out meanwhile. */
const recentFor = 1000;

/**
 * Recognises the person behind a request by bearer token or cookie. A request with neither is a visitor's. The route
 * decides about an invalid token: public routes treat the sender as a visitor, others answer 401. A passport strategy
 * is not used: it would take as long as all reads of the records for a request.
 */
function identification(deps: {
  readonly records: RecordStore;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly clock: () => number;
}): RequestMiddleware {
  const { records, adminEmail, clock } = deps;
  const cookie = sessionCookieOf(deps.publicOrigin);
  return async (ctx, next) => {
    const found = tokenIn(ctx.req.headers, cookie);
    let identifiedAt = 0;
    const recognise = async (): Promise<void> => {
      identifiedAt = clock();
      const identity =
        found && (await identify(records, { token: found.token, adminEmail, now: identifiedAt }));
      ctx.state.identity = identity ?? null;
      ctx.state.viewer = identity?.person ?? null;
    };
    ctx.state.recognisedBy = found?.by ?? null;
    ctx.state.recogniseAgain = async () => {
      if (clock() - identifiedAt > recentFor) await recognise();
    };
    await recognise();
    await next();
  };
}
