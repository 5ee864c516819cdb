import { KoaPassport } from 'koa-passport';
import { Strategy as CustomStrategy } from 'passport-custom';

import { sessionCookieOf } from '#contracts/access-token';
import { tokenIn } from './token.ts';
import { identify, type Identity, type RecordStore } from '#stores/record-store/index';
import { outcomeOf, userIn } from './authenticate.ts';
import type { RequestMiddleware } from './context.ts';

/**
 * Recognises the person behind a request by bearer token or cookie. Without either it is a visitor's request. An
 * invalid token is left to the route: public routes treat the sender as a visitor, others answer 401.
 */
export function identification(deps: {
  readonly records: RecordStore;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly clock: () => number;
}): RequestMiddleware {
  const cookie = sessionCookieOf(deps.publicOrigin);
  const passport = new KoaPassport();
  passport.use(
    'session',
    new CustomStrategy((request, done) => {
      const found = tokenIn(request.headers, cookie);
      if (found === undefined) {
        done(null, false);
        return;
      }
      identify(deps.records, { token: found.token, adminEmail: deps.adminEmail, now: deps.clock() }).then(
        (identity) => done(null, identity ?? false),
        (error: unknown) => done(error),
      );
    }),
  );
  return async (ctx, next) => {
    ctx.state.viewer = null;
    ctx.state.identity = null;
    const found = tokenIn(ctx.req.headers, cookie);
    ctx.state.recognisedBy = found?.by ?? null;
    if (found !== undefined) {
      const identity = userIn(await outcomeOf<Identity>(passport, 'session', ctx)) ?? null;
      ctx.state.identity = identity;
      ctx.state.viewer = identity?.person ?? null;
    }
    await next();
  };
}
