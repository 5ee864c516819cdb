import type { RequestContext } from '#platform/http/context';
import { createCookie, sessionCookieOf, cookieName } from '#platform/http/access-token';
import { hashSecret, sameHash, type Account, type Session } from '#platform/record-store/index';
import type { LoginGuard } from './login-guard.ts';
import { sessionLife, type Beginning, type Sessions, type Tokens } from './sessions.ts';
import { randomBytes } from 'node:crypto';

export interface SessionCookies {
  set(ctx: RequestContext, token: string): void;
  clear(ctx: RequestContext): void;
}

/** The cookie that holds a browser's session token. */
export function createSessionCookies(publicOrigin: string): SessionCookies {
  const cookie = createCookie(sessionCookieOf(publicOrigin), publicOrigin);
  return { set: (ctx, token) => cookie.set(ctx, token, sessionLife), clear: (ctx) => cookie.clear(ctx) };
}

/** Begins a session that replaces the request's own, if it has one. Returns undefined as `Sessions.open` does. */
export type OpenSession = (
  ctx: RequestContext,
  account: Account,
  startedBy: Beginning['startedBy'],
) => Promise<Tokens | undefined>;

export function createSessionOpener(deps: {
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  readonly browserSecret: BrowserSecret;
  readonly loginGuard: Pick<LoginGuard, 'signedIn'>;
}): OpenSession {
  const { sessions, cookies, browserSecret, loginGuard } = deps;
  return async (ctx, account, startedBy) => {
    const secret = browserSecret.read(ctx);
    const browserHash = secret === undefined ? null : hashSecret(secret);
    const tokens = await sessions.open(account, { startedBy, agent: ctx.get('User-Agent'), browserHash });
    if (tokens === undefined) return undefined;
    if (ctx.state.identity !== null) await sessions.end(ctx.state.identity.session.sid);
    await loginGuard.signedIn({ address: ctx.ip, email: account.email });
    cookies.set(ctx, tokens.accessToken);
    ctx.state.signedIn = tokens.userId;
    return tokens;
  };
}

/**
 * Whether the sender may get this session from its tokens alone. A link can make a browser send the tokens of an
 * attacker's session, so that the browser's owner would act in the attacker's account. So a browser must already have
 * this session, or have started it. Clients other than browsers follow no such links, and are not checked.
 */
export function maySetSession(ctx: RequestContext, session: Session, browserSecret: BrowserSecret): boolean {
  if (ctx.get('Origin') === '' && ctx.get('Sec-Fetch-Site') === '') return true;
  if (ctx.state.identity?.session.sid === session.sid) return true;
  const secret = browserSecret.read(ctx);
  const { browserHash = null } = session.sess;
  return secret !== undefined && browserHash !== null && sameHash(browserHash, hashSecret(secret));
}

/** A secret that a browser holds while it signs in. It shows later that a request comes from the same browser. */
export interface BrowserSecret {
  read(ctx: RequestContext): string | undefined;
  /** Gives the browser a secret, or prolongs the one that it has: two of its tabs may be signing in at once. */
  ensure(ctx: RequestContext): string;
}

/** `life`: how long (milliseconds) a browser stores it. */
export function createBrowserSecret(publicOrigin: string, life: number): BrowserSecret {
  const cookie = createCookie(cookieName('lightfall_sign_in', publicOrigin), publicOrigin);
  const read = (ctx: RequestContext): string | undefined => {
    const value = cookie.read(ctx);
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  return {
    read,
    ensure(ctx) {
      const secret = read(ctx) ?? randomBytes(32).toString('base64url');
      cookie.set(ctx, secret, life);
      return secret;
    },
  };
}
