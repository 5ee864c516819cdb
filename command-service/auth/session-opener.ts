import type { RequestContext } from '../http/context.ts';
import { sessionCookie, type Account } from '../record-store/index.ts';
import { sessionLife, type Beginning, type Sessions, type Tokens } from './sessions.ts';

export interface SessionCookies {
  set(ctx: RequestContext, token: string): void;
  clear(ctx: RequestContext): void;
}

/** The cookie by which a browser shows its session. */
export function createSessionCookies(publicOrigin: string): SessionCookies {
  const common = { httpOnly: true, sameSite: 'lax', path: '/', overwrite: true } as const;
  const secure = publicOrigin.startsWith('https:');
  return {
    set(ctx, token) {
      // Behind a proxy that ends TLS, Koa does not see that the way to the browser is encrypted.
      if (secure) ctx.cookies.secure = true;
      ctx.cookies.set(sessionCookie, token, { ...common, secure, maxAge: sessionLife });
    },
    clear(ctx) {
      if (secure) ctx.cookies.secure = true;
      ctx.cookies.set(sessionCookie, '', { ...common, secure, maxAge: 0 });
    },
  };
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
}): OpenSession {
  const { sessions, cookies } = deps;
  return async (ctx, account, startedBy) => {
    const tokens = await sessions.open(account, { startedBy, agent: ctx.get('User-Agent') });
    if (tokens === undefined) return undefined;
    if (ctx.state.identity !== null) await sessions.end(ctx.state.identity.session.sid);
    cookies.set(ctx, tokens.accessToken);
    return tokens;
  };
}
