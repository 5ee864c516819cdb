import type { RequestContext } from '../http/context.ts';
import { createCookie } from '../http/cookie.ts';
import { sessionCookieOf } from '#contracts/access-token';
import { hashSecret, sameHash, type Account, type Session } from '#stores/record-store/index';
import type { BrowserSecret } from './browser-secret.ts';
import type { LoginGuard } from './login-guard.ts';
import { sessionLife, type Beginning, type Sessions, type Tokens } from './sessions.ts';

export interface SessionCookies {
  set(ctx: RequestContext, token: string): void;
  clear(ctx: RequestContext): void;
}

/** The cookie by which a browser shows its session. */
export function createSessionCookies(publicOrigin: string): SessionCookies {
  const cookie = createCookie(sessionCookieOf(publicOrigin), publicOrigin);
  return { set: (ctx, token) => cookie.set(ctx, token, sessionLife), clear: (ctx) => cookie.clear(ctx) };
}

/** Begins a session in place of the one that the request came with. Undefined as `Sessions.open`. */
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
 * Whether the session may be set, from its tokens alone, in what sent the request. A browser does as a link tells it,
 * and the tokens in that may be somebody else's, who waits for what is done in their account: so they must be of the
 * session that the browser has, or of one that began in it. Who writes requests by hand has no such links to fear.
 */
export function maySetSession(ctx: RequestContext, session: Session, browserSecret: BrowserSecret): boolean {
  if (ctx.get('Origin') === '' && ctx.get('Sec-Fetch-Site') === '') return true;
  if (ctx.state.identity?.session.sid === session.sid) return true;
  const secret = browserSecret.read(ctx);
  const { browserHash = null } = session.sess;
  return secret !== undefined && browserHash !== null && sameHash(browserHash, hashSecret(secret));
}
