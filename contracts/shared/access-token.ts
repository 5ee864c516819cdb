/** The full name of a cookie for an app at this origin. */
export const cookieName = (name: string, publicOrigin: string): string =>
  // With this prefix a browser accepts the cookie only over https from this exact host, so no other host can set it.
  publicOrigin.startsWith('https:') ? `__Host-${name}` : name;

/** The name of the cookie that holds the session token, for an app at this origin. */
export const sessionCookieOf = (publicOrigin: string): string =>
  cookieName('lightfall_session', publicOrigin);

/** The session cookie's names with https and without. */
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
