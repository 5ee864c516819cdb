import * as z from 'zod/mini';

import { event } from '../shared/event-metadata.ts';

const account = { userId: z.string() };

/**
 * Who may do what. Events hold only ids: names, emails, passwords and the reasons for a block are in the record store,
 * where they can be erased. The actor in the metadata is the person who granted, trusted or blocked.
 */
export const AccountEvent = z.discriminatedUnion('type', [
  event('account-registered.v1', account),
  event('account-erased.v1', account),
  event('account-role-granted.v1', { ...account, role: z.literal('moderator') }),
  event('account-role-revoked.v1', { ...account, role: z.literal('moderator') }),
  event('account-trusted.v1', account),
  event('account-untrusted.v1', account),
  event('account-blocked.v1', account),
  event('account-unblocked.v1', account),
]);
export type AccountEvent = z.infer<typeof AccountEvent>;
