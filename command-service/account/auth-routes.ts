import { KoaPassport } from 'koa-passport';
import { Strategy as LocalStrategy } from 'passport-local';

import { operations } from '#contracts/api';
import { positionHeaders } from '#contracts/shared/operation';
import { Refusal } from '#contracts/shared/errors';

import type { Accounts } from './accounts.ts';
import { createSessionCookies, createSessionOpener, maySetSession } from './session-opener.ts';
import { noSession, sessionView, signedInView } from './views.ts';
import { outcomeOf, userIn } from '#platform/http/authenticate';
import { smallBody, json, mount } from '#platform/http/route';
import type { ServiceRouter, RequestContext } from '#platform/http/context';
import { countSender } from '#platform/http/rate-limits';
import { sessionCookieOf, tokenIn } from '#platform/http/access-token';
import { identify, type Account } from '#platform/record-store/index';
import { accountRoutes } from './account-routes.ts';
import type { AuthDeps, OpeningDeps } from './auth-deps.ts';
import { linkRoutes } from './link-routes.ts';
import { providerRoutes } from './provider-routes.ts';

/** All routes below /auth: signing up, signing in, sessions, and the person's own account. */
export function authRoutes(router: ServiceRouter, deps: AuthDeps): void {
  const cookies = createSessionCookies(deps.publicOrigin);
  const opening = { ...deps, cookies, openSession: createSessionOpener({ ...deps, cookies }) };
  passwordRoutes(router, opening);
  linkRoutes(router, opening);
  sessionRoutes(router, opening);
  providerRoutes(router, opening);
  accountRoutes(router, opening);
}

function passwordRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { accounts, openSession, adminEmail } = deps;
  const checkPassword = passwordCheck(accounts);

  async function signIn(ctx: RequestContext, status: number, account: Account): Promise<void> {
    const tokens = await openSession(ctx, account, 'password');
    if (tokens === undefined) throw new Refusal('login-failed');
    json(ctx, status, signedInView(tokens, account, adminEmail));
  }

  mount(router, operations.register, [smallBody], async (ctx, { body }) => {
    await countSender(ctx, deps, 'signup');
    const { account, position } = await accounts.register(body);
    ctx.set(positionHeaders.event, String(position));
    await deps.post?.askConfirmation(account.id);
    await signIn(ctx, 201, account);
  });

  mount(router, operations.login, [smallBody], async (ctx, { body }) => {
    const account = await deps.loginGuard.attempt({ address: ctx.ip, email: body.email }, () =>
      checkPassword(ctx),
    );
    if (account === undefined) throw new Refusal('login-failed');
    await signIn(ctx, 200, account);
  });
}

function sessionRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { records, sessions, cookies, browserSecret, adminEmail, publicOrigin, clock } = deps;

  mount(router, operations.logout, [], async (ctx) => {
    if (ctx.state.identity !== null) await sessions.end(ctx.state.identity.session.sid);
    cookies.clear(ctx);
    ctx.status = 204;
  });

  mount(router, operations.getSession, [], async (ctx) => {
    const found = tokenIn(ctx.req.headers, sessionCookieOf(publicOrigin));
    const { identity } = ctx.state;
    if (found === undefined) return json(ctx, 200, noSession);
    if (identity === null) {
      cookies.clear(ctx);
      throw new Refusal('unauthorized');
    }
    const expire = await sessions.prolong(identity.session);
    if (found.by === 'cookie') cookies.set(ctx, found.token);
    json(ctx, 200, sessionView(found.token, expire, identity.account, adminEmail));
  });

  mount(router, operations.setSession, [smallBody], async (ctx, { body }) => {
    const identity = await identify(records, { token: body.accessToken, adminEmail, now: clock() });
    if (identity === undefined || !maySetSession(ctx, identity.session, browserSecret)) {
      throw new Refusal('unauthorized');
    }
    cookies.set(ctx, body.accessToken);
    json(
      ctx,
      200,
      sessionView(body.accessToken, identity.session.sess.accessExpire, identity.account, adminEmail),
    );
  });

  mount(router, operations.refresh, [smallBody], async (ctx, { body }) => {
    const tokens = await sessions.refresh(body.refreshToken);
    const account = tokens && (await records.accounts.byId(tokens.userId));
    if (tokens === undefined || account === undefined) throw new Refusal('unauthorized');
    cookies.set(ctx, tokens.accessToken);
    json(ctx, 200, signedInView(tokens, account, adminEmail));
  });
}

/** Passport's local strategy over our accounts: the account, or undefined when email and password do not match. */
function passwordCheck(accounts: Accounts): (ctx: RequestContext) => Promise<Account | undefined> {
  const passport = new KoaPassport();
  passport.use(
    new LocalStrategy({ usernameField: 'email', session: false }, (email, password, done) => {
      accounts.check(email, password).then(
        (account) => done(null, account ?? false),
        (error: unknown) => done(error),
      );
    }),
  );
  return async (ctx) => userIn(await outcomeOf<Account>(passport, 'local', ctx));
}
