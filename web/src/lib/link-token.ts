import { mailedScreens, pathOf } from '#contracts/screens';
const pages: readonly string[] = mailedScreens.map((screen) => pathOf(screen));

/**
 * Removes the secret of a mailed link from the address, so that it cannot be copied or logged. It stays in the history
 * entry's state, where it survives a reload.
 */
export function hideLinkToken(): void {
  const { pathname, search } = window.location;
  const token = new URLSearchParams(search).get('token');
  if (token === null || !pages.includes(pathname)) return;
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  // The router stores the state of an entry under this name.
  window.history.replaceState({ ...known, usr: { linkToken: token } }, '', pathname);
}

/** The secret in the state of a history entry; null without one. */
export function linkTokenIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('linkToken' in state)) return null;
  return typeof state.linkToken === 'string' && state.linkToken !== '' ? state.linkToken : null;
}
