import { createHash, timingSafeEqual } from 'node:crypto';

import { foldEmail } from '#contracts/fold';

import type { Account, RecordStore, Session } from './port.ts';

/** Who sent a request, by the session that its access token opens. */
export interface Identity {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly account: Account;
  readonly session: Session;
}

/** A token is the session's id and a secret, joined by a dot; only the secret's hash is kept. */
export function parseToken(token: string): { sid: string; secret: string } | undefined {
  const match = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token);
  return match?.[1] !== undefined && match[2] !== undefined ? { sid: match[1], secret: match[2] } : undefined;
}

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares two hex hashes in a time that tells nothing of where they differ. */
export const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The administrator is the account with that email, once somebody trustworthy has vouched for it. */
export const isAdministrator = (account: Account, adminEmail: string): boolean =>
  account.emailVerified && foldEmail(account.email) === foldEmail(adminEmail);

/** The person behind an access token; undefined when it is unknown, spent or expired. `now`: milliseconds since 1970. */
export async function identify(
  records: RecordStore,
  options: { readonly token: string; readonly adminEmail: string; readonly now: number },
): Promise<Identity | undefined> {
  const token = parseToken(options.token);
  if (token === undefined) return undefined;
  const session = await records.sessions.get(token.sid, options.now);
  if (session === undefined || session.sess.accessExpire <= options.now) return undefined;
  if (!sameHash(session.sess.accessHash, hashSecret(token.secret))) return undefined;
  const account = await records.accounts.byId(session.sess.userId);
  if (account === undefined) return undefined;
  return { userId: account.id, isAdmin: isAdministrator(account, options.adminEmail), account, session };
}

/** The access token of a request: its bearer header, else its cookie of that name; of either name if none is said. */
export function tokenOf(
  headers: { readonly authorization?: string | undefined; readonly cookie?: string | undefined },
  cookie?: string,
): { readonly token: string; readonly by: 'bearer' | 'cookie' } | undefined {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, by: 'bearer' };
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim().split('=', 2));
  for (const wanted of cookie === undefined ? sessionCookies : [cookie]) {
    const value = parts.find(([name, each]) => name === wanted && each)?.[1];
    if (value !== undefined) return { token: value, by: 'cookie' };
  }
  return undefined;
}

/** A cookie's name where people use the app at this origin. */
export const cookieName = (name: string, publicOrigin: string): string =>
  // With this prefix a browser takes it over https from this very host alone, and no neighbour can plant one.
  publicOrigin.startsWith('https:') ? `__Host-${name}` : name;

/** The name of the cookie by which a browser shows its session, where people use the app at this origin. */
export const sessionCookieOf = (publicOrigin: string): string =>
  cookieName('lightfall_session', publicOrigin);

/** By https or not. */
const sessionCookies = ['https:', 'http:'].map(sessionCookieOf);
