import type { SignedIn, Session as SessionView, User } from '#contracts/views/account';

import { isAdministrator, type Account } from '../record-store/index.ts';
import type { Tokens } from './sessions.ts';

export function userView(account: Account, adminEmail: string): User {
  const isAdmin = isAdministrator(account, adminEmail);
  const { id, email, firstName, lastName, profileImageUrl } = account;
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    role: isAdmin ? 'admin' : 'user',
    isAdmin,
    adminEmail,
    createdAt: new Date(account.createdAt).toISOString(),
    updatedAt: new Date(account.updatedAt).toISOString(),
  };
}

export const signedInView = (tokens: Tokens, account: Account, adminEmail: string): SignedIn => ({
  accessToken: tokens.accessToken,
  refreshToken: tokens.refreshToken,
  expiresAt: new Date(tokens.accessExpire).toISOString(),
  user: userView(account, adminEmail),
});

export const noSession: SessionView = { accessToken: null, expiresAt: null, user: null };

export function sessionView(accessToken: string, accessExpire: number, account: Account): SessionView {
  const name = [account.firstName, account.lastName].filter((part) => part !== null).join(' ');
  return {
    accessToken,
    expiresAt: new Date(accessExpire).toISOString(),
    user: {
      id: account.id,
      email: account.email,
      user_metadata: { avatar_url: account.profileImageUrl, full_name: name === '' ? null : name },
    },
  };
}
