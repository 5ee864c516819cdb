import { randomBytes } from 'node:crypto';

import type { RequestContext } from '../http/context.ts';

/** A secret that a browser keeps while it signs in, by which it is known again afterwards. */
export interface BrowserSecret {
  read(ctx: RequestContext): string | undefined;
  /** Given to a browser that has none; prolonged for one that has: two tabs may be on their way at once. */
  ensure(ctx: RequestContext): string;
}

/** `life`: how long (milliseconds) a browser keeps it. */
export function createBrowserSecret(publicOrigin: string, life: number): BrowserSecret {
  const secure = publicOrigin.startsWith('https:');
  // With this prefix a browser takes it from this very host alone, and no neighbour can plant one.
  const name = `${secure ? '__Host-' : ''}lightfall_sign_in`;
  const read = (ctx: RequestContext): string | undefined => {
    const value = ctx.cookies.get(name);
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  return {
    read,
    ensure(ctx) {
      const secret = read(ctx) ?? randomBytes(32).toString('base64url');
      if (secure) ctx.cookies.secure = true;
      const common = { httpOnly: true, sameSite: 'lax', path: '/', overwrite: true, secure } as const;
      ctx.cookies.set(name, secret, { ...common, maxAge: life });
      return secret;
    },
  };
}
