import type { User } from '#contracts/views/account';

import { isAdministrator } from './identify.ts';
import type { Account } from './port.ts';

/** An account as its own person is shown it, whichever service answers. */
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
