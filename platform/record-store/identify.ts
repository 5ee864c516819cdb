import { createHash, timingSafeEqual } from 'node:crypto';
import { normaliseEmail } from '#contracts/shared/normalise';
import { administrator, personOf, type Person } from '#contracts/shared/person';
import type { Account, RecordStore, Session } from './port.ts';
import type { Role } from '#contracts/shared/account-words';

/** The sender of a request, identified by the session of its access token. */
export interface Identity {
  readonly person: Person;
  readonly account: Account;
  readonly session: Session;
}

/** A token consists of the session's id and a secret, joined by a dot; only the secret's hash is stored. */
export function parseToken(token: string): { sid: string; secret: string } | undefined {
  const match = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token);
  return match?.[1] !== undefined && match[2] !== undefined ? { sid: match[1], secret: match[2] } : undefined;
}

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares two hex hashes in a time that does not reveal where they differ. */
export const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The administrator is the account with that email, once its email has been verified. */
export const isAdministrator = (account: Account, adminEmail: string): boolean =>
  account.emailVerified && normaliseEmail(account.email) === normaliseEmail(adminEmail);

/** What the person of an account may do. */
const personOfAccount = (account: Account, adminEmail: string): Person =>
  isAdministrator(account, adminEmail) ? administrator(account.id) : personOf(account.id, account.standing);

/** The person behind an access token; undefined when it is unknown, used up or expired. `now`: ms since 1970. */
export async function identify(
  records: RecordStore,
  options: { readonly token: string; readonly adminEmail: string; readonly now: number },
): Promise<Identity | undefined> {
  const token = parseToken(options.token);
  if (token === undefined) return undefined;
  const found = await records.signedIn(token.sid, options.now);
  if (found === undefined) return undefined;
  const { session, account } = found;
  if (session.sess.accessExpire <= options.now) return undefined;
  if (!sameHash(session.sess.accessHash, hashSecret(token.secret))) return undefined;
  return { person: personOfAccount(account, options.adminEmail), account, session };
}

/** A person's role, and what they may do now: a blocked moderator keeps the role. */
export function rightsOf(
  account: Account,
  adminEmail: string,
): { readonly role: Role; readonly isAdmin: boolean; readonly canModerate: boolean } {
  const { isAdmin, canModerate } = personOfAccount(account, adminEmail);
  return { role: isAdmin ? 'admin' : account.standing.role, isAdmin, canModerate };
}

/** An account as its owner sees it, the same in all services. */
export function userView(account: Account, adminEmail: string) {
  const { role, isAdmin, canModerate } = rightsOf(account, adminEmail);
  const { id, email, firstName, lastName, profileImageUrl, publicName, publicPage, notify } = account;
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    publicName,
    publicPage,
    emailConfirmed: account.emailVerified,
    notify,
    role,
    isAdmin,
    canModerate,
    adminEmail,
    createdAt: new Date(account.createdAt).toISOString(),
    updatedAt: new Date(account.updatedAt).toISOString(),
  };
}
