import type { Profile, SessionEntry, SignedIn, Session as SessionView } from '#contracts/account/views';

import {
  rightsOf,
  userView,
  type Account,
  type ProviderIdentity,
  type Session,
} from '#platform/record-store/index';
import { accessLife, type Tokens } from './sessions.ts';

export const signedInView = (tokens: Tokens, account: Account, adminEmail: string): SignedIn => ({
  accessToken: tokens.accessToken,
  refreshToken: tokens.refreshToken,
  expiresAt: new Date(tokens.accessExpire).toISOString(),
  user: userView(account, adminEmail),
});

export const noSession: SessionView = { accessToken: null, expiresAt: null, user: null };

export function sessionView(
  accessToken: string,
  accessExpire: number,
  account: Account,
  adminEmail: string,
): SessionView {
  const { role, canModerate } = rightsOf(account, adminEmail);
  const name = [account.firstName, account.lastName].filter((part) => part !== null).join(' ');
  return {
    accessToken,
    expiresAt: new Date(accessExpire).toISOString(),
    user: {
      id: account.id,
      email: account.email,
      user_metadata: { avatar_url: account.profileImageUrl, full_name: name === '' ? null : name },
      role,
      canModerate,
    },
  };
}

export const profileView = (
  account: Account,
  identities: readonly ProviderIdentity[],
  adminEmail: string,
): Profile => ({
  ...userView(account, adminEmail),
  hasPassword: account.passwordHash !== null,
  providers: identities.map(({ provider }) => provider).sort(),
});

/** `current`: the id of the session that made the request. */
export const sessionEntry = ({ sid, sess, expire }: Session, current: string): SessionEntry => ({
  id: sid,
  isCurrent: sid === current,
  startedBy: sess.startedBy ?? null,
  agent: sess.agent ?? null,
  createdAt: new Date(sess.createdAt).toISOString(),
  lastUsedAt: new Date(sess.accessExpire - accessLife).toISOString(),
  expiresAt: new Date(expire).toISOString(),
});
