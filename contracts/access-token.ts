/** A cookie's name where people use the app at this origin. */
export const cookieName = (name: string, publicOrigin: string): string =>
  // With this prefix a browser takes it over https from this very host alone, and no neighbour can plant one.
  publicOrigin.startsWith('https:') ? `__Host-${name}` : name;

/** The name of the cookie by which a browser shows its session, where people use the app at this origin. */
export const sessionCookieOf = (publicOrigin: string): string =>
  cookieName('lightfall_session', publicOrigin);

/** By https or not. */
const sessionCookies = ['https:', 'http:'].map(sessionCookieOf);

/** A request's cookies by name, as they were parsed from its header. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/** The access token of a request: its bearer header, else its cookie of that name; of either name if none is said. */
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
