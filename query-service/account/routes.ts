import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';
import type { OwnPage } from '#contracts/shared/about';
import { serve } from '#platform/queries/serve';
import { userView } from '#platform/record-store/index';

import { personOf, type QueryContext, type Serving } from '../query-context.ts';
import { listPeople, personForDesk } from './people.ts';
import { getPublicPerson } from './public-people.ts';

export function accountRoutes(serving: Serving, context: QueryContext): void {
  serve(serving, operations.currentUser, { uses: [] }, async (_input, viewer) => {
    const account = await context.records.accounts.byId(personOf(viewer).userId);
    // The account was erased just now.
    if (account === undefined) throw new Refusal('unauthorized');
    return { body: userView(account, context.adminEmail), tags: [] };
  });
  serve(serving, operations.about, { uses: [] }, async () => ({ body: context.about, tags: [] }));
  // The operator may replace the file at any moment, so the response is never cached.
  const asTheyAre = { uses: [], caches: () => false } as const;
  serve(serving, operations.privacyPage, asTheyAre, async () => ({
    body: await ownPage(context.ownPages, 'privacy'),
    tags: [],
  }));
  serve(serving, operations.termsPage, asTheyAre, async () => ({
    body: await ownPage(context.ownPages, 'terms'),
    tags: [],
  }));
  // A page may be turned off at any moment, which takes effect at once.
  const asPageIs = { uses: ['places'], usesRecords: true, caches: () => false } as const;
  serve(serving, operations.getPublicPerson, asPageIs, ({ params }) =>
    getPublicPerson(context, params.userId),
  );
  const served = { uses: ['places', 'reports'], usesRecords: true } as const;
  serve(serving, operations.listPeople, served, ({ query }, viewer, task) =>
    listPeople(context, query, viewer, task),
  );
  serve(serving, operations.getPerson, served, async ({ params }, viewer) => ({
    body: await personForDesk(context, params.userId, viewer),
    tags: [],
  }));
}

/** Bytes. A longer file is truncated. */
const longest = 100_000;

/**
 * The operator's text for a page: the current content of `{name}.md` in their folder. Null without a folder or file.
 * @throws any error of reading except that the file does not exist
 */
async function ownPage(folder: string | undefined, name: 'privacy' | 'terms'): Promise<OwnPage> {
  if (folder === undefined) return { text: null };
  try {
    await using file = await open(join(folder, `${name}.md`));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest), 0, longest, 0);
    const text = buffer.toString('utf8', 0, bytesRead).trim();
    return { text: text === '' ? null : text };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { text: null };
    throw error;
  }
}
