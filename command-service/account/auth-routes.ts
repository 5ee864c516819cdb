import { KoaPassport } from 'koa-passport';
import { Strategy as LocalStrategy } from 'passport-local';

import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';
import { positionHeaders } from '#contracts/shared/operation';
import { sessionCookieOf, tokenIn } from '#platform/http/access-token';
import { outcomeOf, userIn } from '#platform/http/authenticate';
import type { RequestContext, ServiceRouter } from '#platform/http/context';
import { countSender } from '#platform/http/rate-limits';
import { json, mount, smallBody } from '#platform/http/route';
import { type Account, type Basis, identify } from '#platform/record-store/index';

import { accountRoutes } from './account-routes.ts';
import type { Accounts } from './accounts.ts';
import type { AuthDeps, OpeningDeps } from './auth-deps.ts';
import { providerRoutes } from './provider-routes.ts';
import { createSessionCookies, createSessionOpener, maySetSession } from './session-opener.ts';
import { noSession, sessionView, signedInView } from './views.ts';

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

/** Passport's local strategy over our accounts: the account, or undefined if email and password do not match. */
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

/** The routes for links in emails: setting a new password, and confirming an address. */
function linkRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { credentials, links, openSession, adminEmail, writeLimit } = deps;

  mount(router, operations.forgotPassword, [smallBody], async (ctx, { body }) => {
    const { post } = deps;
    if (post === undefined) throw notSetUp();
    await countSender(ctx, deps, 'reset-mail');
    await post.askReset(body.email);
    accept(ctx);
  });

  mount(router, operations.resetPassword, [smallBody], async (ctx, { body }) => {
    await countSender(ctx, deps, 'link');
    const account = await credentials.reset(body.token, body.password);
    const signedIn = await openSession(ctx, account, 'password');
    if (signedIn === undefined) throw new Refusal('account-changed');
    json(ctx, 200, signedInView(signedIn, account, adminEmail));
  });

  mount(router, operations.confirmEmail, [smallBody], async (ctx, { body }) => {
    await countSender(ctx, deps, 'link');
    const link = await links.find('confirm', body.token);
    if (link === undefined) throw new Refusal('link-not-valid');
    await credentials.confirm(link.userId, await proofOf(ctx, deps, link.userId, body.password));
    json(ctx, 200, { emailConfirmed: true });
  });

  mount(router, operations.sendConfirmation, [writeLimit], async (ctx) => {
    const { identity } = ctx.state;
    if (identity === null) throw new Refusal('unauthorized');
    if (deps.post === undefined) throw notSetUp();
    if (!identity.account.emailVerified) await deps.post.askConfirmation(identity.account.id);
    accept(ctx);
  });
}

/**
 * A person who reads the email proves only that the address is theirs, and may not even know of the account: somebody
 * else may have signed up with it. So the account is proven too, by its session or its password.
 * @throws Refusal `sign-in-to-confirm`, `link-not-valid`, `too-many-requests`
 */
async function proofOf(
  ctx: RequestContext,
  { records, accounts, loginGuard }: OpeningDeps,
  userId: string,
  password: string | undefined,
): Promise<Basis> {
  const { identity } = ctx.state;
  if (identity?.account.id === userId)
    return { version: identity.account.credentials.version, sid: identity.session.sid };
  if (password === undefined) throw new Refusal('sign-in-to-confirm');
  const account = await records.accounts.byId(userId);
  if (account === undefined) throw new Refusal('link-not-valid');
  const { email } = account;
  const proven = await loginGuard.attempt({ address: ctx.ip, email }, () => accounts.check(email, password));
  if (proven === undefined) throw new Refusal('sign-in-to-confirm');
  return { version: proven.credentials.version };
}

/** Answers 202 without a body: the email will be sent later. */
function accept(ctx: RequestContext): void {
  ctx.body = null;
  ctx.status = 202;
}

/** Seconds. A guess: nobody knows when the operator will configure email. */
const retryAfter = 3600;
const notSetUp = (): Refusal => new Refusal('mail-not-set-up', { retryAfter });
