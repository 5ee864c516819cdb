import type { RequestContext } from './context.ts';

/** A cookie that scripts cannot read and that requests from other sites do not carry. */
export interface Cookie {
  read(ctx: RequestContext): string | undefined;
  /** `life`: how long (milliseconds) a browser keeps it. */
  set(ctx: RequestContext, value: string, life: number): void;
  clear(ctx: RequestContext): void;
}

/** When the public address is https, browsers send the cookie over https only. */
export function createCookie(name: string, publicOrigin: string): Cookie {
  const secure = publicOrigin.startsWith('https:');
  const set: Cookie['set'] = (ctx, value, life) => {
    // Behind a proxy that ends TLS, Koa does not know that the connection to the browser is encrypted.
    if (secure) ctx.cookies.secure = true;
    const settings = { httpOnly: true, sameSite: 'lax', path: '/', overwrite: true, secure } as const;
    ctx.cookies.set(name, value, { ...settings, maxAge: life });
  };
  return { read: (ctx) => ctx.cookies.get(name), set, clear: (ctx) => set(ctx, '', 0) };
}
