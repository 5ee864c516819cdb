import * as z from 'zod/mini';

/** Ids alone: names, emails and passwords live in the record store, where they can be erased. */
export const AccountRegistered = z.object({
  type: z.literal('account-registered.v1'),
  data: z.object({ userId: z.string() }),
});
export const AccountErased = z.object({
  type: z.literal('account-erased.v1'),
  data: z.object({ userId: z.string() }),
});

export const AccountEvent = z.discriminatedUnion('type', [AccountRegistered, AccountErased]);
export type AccountEvent = z.infer<typeof AccountEvent>;
