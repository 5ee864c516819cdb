import { randomBytes } from 'node:crypto';

import type { RequestContext } from '#platform/http/context';
import { createCookie } from '#platform/http/cookie';
import { cookieName } from '#contracts/shared/access-token';

/** A secret that a browser keeps while it signs in. It shows later that a request comes from the same browser. */
export interface BrowserSecret {
  read(ctx: RequestContext): string | undefined;
  /** Gives the browser a secret, or prolongs the one it has: two of its tabs may be signing in at once. */
  ensure(ctx: RequestContext): string;
}

/** `life`: how long (milliseconds) a browser keeps it. */
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
