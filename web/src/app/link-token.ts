const pages: readonly string[] = ['/reset-password', '/confirm-email'];

/**
 * Takes the secret of a mail's link out of the address, before anything can repeat or keep that. It stays with this entry
 * of the history, where a page that is loaded again finds it.
 */
export function hideLinkToken(): void {
  const { pathname, search } = window.location;
  const token = new URLSearchParams(search).get('token');
  if (token === null || !pages.includes(pathname)) return;
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  // The router keeps what belongs to an entry under this name.
  window.history.replaceState({ ...known, usr: { linkToken: token } }, '', pathname);
}

/** The secret that an entry of the history has; null without one. */
export function linkTokenIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('linkToken' in state)) return null;
  return typeof state.linkToken === 'string' && state.linkToken !== '' ? state.linkToken : null;
}
