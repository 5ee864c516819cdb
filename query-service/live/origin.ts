import type { IncomingMessage } from 'node:http';

/** A browser says which site opens a socket: only this one may. What is no browser does not say. */
export function isOwnOrigin({ headers }: IncomingMessage, publicOrigin: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  try {
    return host !== undefined && new URL(origin).host === host;
  } catch {
    return false;
  }
}
