/**
 * Whether an `Origin` header names this site: the configured origin, or the requested host with the configured
 * scheme. Behind a proxy that ends TLS the request does not show its scheme, and an `http://` origin of an https site
 * can belong to anybody on the network.
 */
export function isOwnOrigin(origin: string, publicOrigin: string, host: string): boolean {
  if (origin === publicOrigin) return true;
  return host !== '' && origin === `${new URL(publicOrigin).protocol}//${host.toLowerCase()}`;
}
