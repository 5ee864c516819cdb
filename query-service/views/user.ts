import type { User } from '#contracts/views/account';
import type { Account } from '#command-service/record-store/index';

export const toUser = (
  account: Account,
  { isAdmin, adminEmail }: { readonly isAdmin: boolean; readonly adminEmail: string },
): User => ({
  id: account.id,
  email: account.email,
  firstName: account.firstName,
  lastName: account.lastName,
  profileImageUrl: account.profileImageUrl,
  role: isAdmin ? 'admin' : 'user',
  isAdmin,
  adminEmail,
  createdAt: new Date(account.createdAt).toISOString(),
  updatedAt: new Date(account.updatedAt).toISOString(),
});
