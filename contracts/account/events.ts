import * as z from 'zod/mini';

const account = { userId: z.string() };

/**
 * Who may do what. Events hold only ids: names, emails, passwords and the reasons for a block are in the record store,
 * where they can be erased. The actor in the metadata is the person who granted, trusted or blocked.
 */
const AccountRegistered = z.object({
  type: z.literal('account-registered.v1'),
  data: z.object(account),
});
const AccountErased = z.object({ type: z.literal('account-erased.v1'), data: z.object(account) });

const AccountRoleGranted = z.object({
  type: z.literal('account-role-granted.v1'),
  data: z.object({ ...account, role: z.literal('moderator') }),
});
const AccountRoleRevoked = z.object({
  type: z.literal('account-role-revoked.v1'),
  data: z.object({ ...account, role: z.literal('moderator') }),
});
const AccountTrusted = z.object({ type: z.literal('account-trusted.v1'), data: z.object(account) });
const AccountUntrusted = z.object({
  type: z.literal('account-untrusted.v1'),
  data: z.object(account),
});
const AccountBlocked = z.object({ type: z.literal('account-blocked.v1'), data: z.object(account) });
const AccountUnblocked = z.object({
  type: z.literal('account-unblocked.v1'),
  data: z.object(account),
});

export const AccountEvent = z.discriminatedUnion('type', [
  AccountRegistered,
  AccountErased,
  AccountRoleGranted,
  AccountRoleRevoked,
  AccountTrusted,
  AccountUntrusted,
  AccountBlocked,
  AccountUnblocked,
]);
export type AccountEvent = z.infer<typeof AccountEvent>;
