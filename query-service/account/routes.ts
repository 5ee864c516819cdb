import { operations } from '#contracts/api';

import { serve } from '#platform/queries/serve';
import { currentUser } from './account.ts';
import { ownPage } from './own-pages.ts';
import type { QueryContext, Serving } from '../query-context.ts';

export function accountRoutes(serving: Serving, context: QueryContext): void {
  serve(serving, operations.currentUser, { uses: [] }, (_input, viewer) => currentUser(context, viewer));
  serve(serving, operations.about, { uses: [] }, async () => ({ body: context.about, tags: [] }));
  // The operator may replace the file at any moment, so the answer is never cached.
  const asTheyAre = { uses: [], caches: () => false } as const;
  serve(serving, operations.privacyPage, asTheyAre, async () => ({
    body: await ownPage(context.ownPages, 'privacy'),
    tags: [],
  }));
  serve(serving, operations.termsPage, asTheyAre, async () => ({
    body: await ownPage(context.ownPages, 'terms'),
    tags: [],
  }));
}
