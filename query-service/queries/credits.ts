import type { Credit } from '#contracts/views/person';

import { accountTag } from '../answer.ts';
import { distinct, type QueryContext } from '../query-context.ts';

/** Those of these people who have a public name, by user id; all in one look at the accounts as they are now. */
export async function creditsOf(
  { records }: QueryContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Credit>> {
  const names = await records.accounts.publicNames(distinct(userIds));
  return new Map([...names].map(([userId, name]) => [userId, { userId, name }]));
}

/** What an answer is made of that names these people, or would if they had a name. */
export const creditTags = (userIds: readonly string[]): string[] => distinct(userIds).map(accountTag);
