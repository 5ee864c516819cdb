import type { Credit } from '#contracts/account/views';

import { accountTag } from '../shared/tags.ts';
import { distinct, type QueryContext } from '../query-context.ts';

/** The people among these who have a public name now, by user id. All accounts are read in one query. */
export async function creditsOf(
  { records }: QueryContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Credit>> {
  const names = await records.accounts.publicNames(distinct(userIds));
  return new Map([...names].map(([userId, name]) => [userId, { userId, name }]));
}

/** The tags of an answer that names these people, or would name them if they had a public name. */
export const creditTags = (userIds: readonly string[]): string[] => distinct(userIds).map(accountTag);
