import { KoaPassport } from 'koa-passport';
import { Strategy as LocalStrategy } from 'passport-local';

import { operations } from '#contracts/api/index';
import { Refusal } from '#contracts/errors';

import type { Accounts } from '../auth/accounts.ts';
import type { LoginGuard } from '../auth/login-guard.ts';
import { sessionLife, type Sessions, type Tokens } from '../auth/sessions.ts';
import { noSession, sessionView, signedInView } from '../auth/views.ts';
import { smallBody } from '../http/body.ts';
import type { RequestContext } from '../http/context.ts';
import { json, mount, type ServiceRouter } from '../http/route.ts';
import { countOrRefuse } from '../http/write-limit.ts';
import { identify, sessionCookie, tokenOf, type Account, type RecordStore } from '../record-store/index.ts';

export interface AuthDeps {
  readonly records: RecordStore;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly signupsPerMinute: number | null;
  readonly clock: () => number;
}

/** Sign-up, sign-in and sessions. Providers are not connected yet: each answers that it is being set up. */
export function authRoutes(router: ServiceRouter, deps: AuthDeps): void {
  const { records, accounts, sessions, adminEmail, clock } = deps;
  const checkPassword = passwordCheck(accounts);
  const cookies = sessionCookies(deps.publicOrigin);

  async function signIn(ctx: RequestContext, status: number, account: Account): Promise<void> {
    const tokens = await sessions.open(account.id);
    cookies.set(ctx, tokens.accessToken);
    json(ctx, status, signedInView(tokens, account, adminEmail));
  }

  mount(router, operations.register, [smallBody], async (ctx, { body }) => {
    if (deps.signupsPerMinute !== null) {
      await countOrRefuse(records, { key: `signup:${ctx.ip}`, most: deps.signupsPerMinute, now: clock() });
    }
    await signIn(ctx, 201, await accounts.register(body));
  });

  mount(router, operations.login, [smallBody], async (ctx, { body }) => {
    const account = await deps.loginGuard(ctx.ip, body.email, () => checkPassword(ctx));
    if (account === undefined) throw new Refusal('login-failed');
    await signIn(ctx, 200, account);
  });

  mount(router, operations.logout, [], async (ctx) => {
    if (ctx.state.identity !== null) await sessions.end(ctx.state.identity.session.sid);
    cookies.clear(ctx);
    ctx.status = 204;
  });

  mount(router, operations.getSession, [], async (ctx) => {
    const found = tokenOf(ctx.req.headers);
    const { identity } = ctx.state;
    if (found === undefined) return json(ctx, 200, noSession);
    if (identity === null) {
      cookies.clear(ctx);
      throw new Refusal('unauthorized');
    }
    const expire = await sessions.prolong(identity.session);
    if (found.by === 'cookie') cookies.set(ctx, found.token);
    json(ctx, 200, sessionView(found.token, expire, identity.account));
  });

  mount(router, operations.setSession, [smallBody], async (ctx, { body }) => {
    const identity = await identify(records, { token: body.accessToken, adminEmail, now: clock() });
    if (identity === undefined) throw new Refusal('unauthorized');
    cookies.set(ctx, body.accessToken);
    json(ctx, 200, sessionView(body.accessToken, identity.session.sess.accessExpire, identity.account));
  });

  mount(router, operations.refresh, [smallBody], async (ctx, { body }) => {
    const tokens: Tokens | undefined = await sessions.refresh(body.refreshToken);
    const account = tokens && (await records.accounts.byId(tokens.userId));
    if (tokens === undefined || account === undefined) throw new Refusal('unauthorized');
    cookies.set(ctx, tokens.accessToken);
    json(ctx, 200, signedInView(tokens, account, adminEmail));
  });

  mount(router, operations.startOAuth, [], async () => {
    throw new Refusal('provider-not-configured', { retryAfter: 60 });
  });

  // Where the client sends a person whose session has ended.
  router.get('/api/login', (ctx) => ctx.redirect('/?sign-in=open'));
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
  return async (ctx) => {
    let found: Account | undefined;
    const authenticate = passport.authenticate('local', { session: false }, async (error, user) => {
      if (error) throw error instanceof Error ? error : new Refusal('internal');
      found = user ? (user as Account) : undefined;
    });
    await authenticate(ctx, async () => undefined);
    return found;
  };
}

function sessionCookies(publicOrigin: string) {
  const common = { httpOnly: true, sameSite: 'lax', path: '/', overwrite: true } as const;
  const secure = publicOrigin.startsWith('https:');
  return {
    set(ctx: RequestContext, token: string): void {
      // Behind a proxy that ends TLS, Koa does not see that the way to the browser is encrypted.
      if (secure) ctx.cookies.secure = true;
      ctx.cookies.set(sessionCookie, token, { ...common, secure, maxAge: sessionLife });
    },
    clear(ctx: RequestContext): void {
      if (secure) ctx.cookies.secure = true;
      ctx.cookies.set(sessionCookie, '', { ...common, secure, maxAge: 0 });
    },
  };
}
