import { Refusal } from '#contracts/shared/errors';
import type { Viewer } from '#contracts/shared/parse';
import type { Person } from '#contracts/shared/person';
import { userView } from '#platform/record-store/index';

import type { QueryResponse } from '#platform/queries/query-response';
import type { QueryContext } from '../query-context.ts';

/**
 * The person who sends the query.
 * @throws Refusal `unauthorized` without a session, or when the account was just erased
 */
export async function currentUser(
  { records, adminEmail }: QueryContext,
  viewer: Viewer,
): Promise<QueryResponse> {
  const account = await records.accounts.byId(personOf(viewer).userId);
  if (account === undefined) throw new Refusal('unauthorized');
  return { body: userView(account, adminEmail), tags: [] };
}

/** The signed-in person. @throws Refusal `unauthorized` */
export function personOf(viewer: Viewer): Person {
  if (viewer === null) throw new Refusal('unauthorized');
  return viewer;
}
