import { accountTag } from '../shared/tags.ts';
import { creditedOf, type Credited } from './credited.ts';
import { distinct, type QueryContext } from '../query-context.ts';

/** The people among these who have a public name now, by user id. All accounts are read in one query. */
export async function creditsOf(
  { records }: QueryContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Credited>> {
  const names = await records.accounts.publicNames(distinct(userIds));
  return new Map([...names].map(([userId, name]) => [userId, creditedOf(userId, name)]));
}

/** The tags of an answer that names these people, or would name them if they had a public name. */
export const creditTags = (userIds: readonly string[]): string[] => distinct(userIds).map(accountTag);
