import type { Role } from '#contracts/shared/account-words';

import { personOfAccount } from './identify.ts';
import type { Account } from './port.ts';

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
  const { id, email, firstName, lastName, profileImageUrl, publicName, notify } = account;
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    publicName,
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
