/**
 * Whether an `Origin` that a browser tells is this site's: the configured one, or the very host that the request was
 * sent to.
 */
export function isOwnOrigin(origin: string, publicOrigin: string, host: string): boolean {
  if (origin === publicOrigin) return true;
  try {
    return host !== '' && new URL(origin).host === host;
  } catch {
    return false;
  }
}
