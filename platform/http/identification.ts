import { sessionCookieOf } from '#platform/http/access-token';
import { identify, type RecordStore } from '#platform/record-store/index';

import type { RequestMiddleware } from './context.ts';
import { tokenIn } from './access-token.ts';

/** Milliseconds. A body may take two minutes to arrive, and its sender may be blocked or signed out meanwhile. */
const recentFor = 1000;

/**
 * Recognises the person behind a request by bearer token or cookie. Without either it is a visitor's request. An
 * invalid token is left to the route: public routes treat the sender as a visitor, others answer 401. Does not use a
 * passport strategy, which would cost as much again as all of a request's reads of the records.
 */
export function identification(deps: {
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
