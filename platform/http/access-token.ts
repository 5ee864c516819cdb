import { parseCookie } from 'cookie';
import type { RequestContext } from './context.ts';

/** The full name of a cookie for an app at this origin. */
export const cookieName = (name: string, publicOrigin: string): string =>
  // A browser accepts a cookie with this prefix only over https from this exact host, so no other host can set it.
  publicOrigin.startsWith('https:') ? `__Host-${name}` : name;

/** The name of the cookie that holds the session token, for an app at this origin. */
export const sessionCookieOf = (publicOrigin: string): string =>
  cookieName('lightfall_session', publicOrigin);

/** The names of the session cookie, with https and without. */
const sessionCookies = ['https:', 'http:'].map(sessionCookieOf);

/** A request's cookies by name, as parsed from its header. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/** A request's access token: from its bearer header, otherwise from the cookie of that name, or of either name. */
export function tokenOf(
  headers: { readonly authorization?: string | undefined; readonly cookies: Cookies },
  cookie?: string,
): { readonly token: string; readonly by: 'bearer' | 'cookie' } | undefined {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, by: 'bearer' };
  const names = cookie === undefined ? sessionCookies : [cookie];
  const token = names.map((name) => headers.cookies[name]).find(Boolean);
  return token === undefined ? undefined : { token, by: 'cookie' };
}

/** The access token in a request's headers; see `tokenOf`. */
export const tokenIn = (
  headers: { readonly authorization?: string | undefined; readonly cookie?: string | undefined },
  cookie: string,
): ReturnType<typeof tokenOf> =>
  tokenOf({ authorization: headers.authorization, cookies: parseCookie(headers.cookie ?? '') }, cookie);

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
