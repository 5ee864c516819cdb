import { Refusal } from '#contracts/errors';
import type { Viewer } from '#contracts/parse';
import { userView } from '#command-service/record-store/index';

import type { Answer } from '../answer.ts';
import type { Reads } from '../reads.ts';

/** The person who asks. @throws Refusal `unauthorized` for nobody, or when the account has just been erased */
export async function currentUser({ records, adminEmail }: Reads, viewer: Viewer): Promise<Answer> {
  const account = await records.accounts.byId(userIdOf(viewer));
  if (account === undefined) throw new Refusal('unauthorized');
  return { body: userView(account, adminEmail), tags: [] };
}

/** The signed-in person's id. @throws Refusal `unauthorized` */
export function userIdOf(viewer: Viewer): string {
  if (viewer === null) throw new Refusal('unauthorized');
  return viewer.userId;
}
