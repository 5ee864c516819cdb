import { Refusal } from '#contracts/errors';
import type { Viewer } from '#contracts/parse';

import type { Answer } from '../answer.ts';
import type { Reads } from '../reads.ts';
import { toUser } from '../views/user.ts';

/** The person who asks. @throws Refusal `unauthorized` for nobody, or when the account has just been erased */
export async function currentUser({ records, adminEmail }: Reads, viewer: Viewer): Promise<Answer> {
  const account = viewer === null ? undefined : await records.accounts.byId(viewer.userId);
  if (viewer === null || account === undefined) throw new Refusal('unauthorized');
  return { body: toUser(account, { isAdmin: viewer.isAdmin, adminEmail }), tags: [] };
}

/** The signed-in person's id. @throws Refusal `unauthorized` */
export function userIdOf(viewer: Viewer): string {
  if (viewer === null) throw new Refusal('unauthorized');
  return viewer.userId;
}
