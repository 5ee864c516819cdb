import { operations } from '#contracts/api/index';

import { serve } from '../http/serve.ts';
import { currentUser, personOf } from '../queries/account.ts';
import { listFavorites } from '../queries/favorites.ts';
import { ownPage } from '../queries/own-pages.ts';
import { getStats } from '../queries/stats.ts';
import { listSubmissions } from '../queries/submissions.ts';
import type { QueryContext, Serving } from '../query-context.ts';

export function accountRoutes(serving: Serving, context: QueryContext): void {
  serve(serving, operations.currentUser, { uses: [] }, (_input, viewer) => currentUser(context, viewer));
  serve(serving, operations.about, { uses: [] }, async () => ({ body: context.about, tags: [] }));
  // The operator may replace the file at any moment, so the answer is never cached.
  const asTheyAre = { uses: [], keep: () => false } as const;
  serve(serving, operations.privacyPage, asTheyAre, async () => ({
    body: await ownPage(context.ownPages, 'privacy'),
    tags: [],
  }));
  serve(serving, operations.termsPage, asTheyAre, async () => ({
    body: await ownPage(context.ownPages, 'terms'),
    tags: [],
  }));
  serve(serving, operations.stats, { uses: ['places', 'people'] }, () => getStats(context));
  serve(serving, operations.listFavorites, { uses: ['places'] }, ({ query }, viewer) =>
    listFavorites(context, query, personOf(viewer)),
  );
  serve(serving, operations.listSubmissions, { uses: ['places', 'reports'] }, ({ query }, viewer) =>
    listSubmissions(context, query, personOf(viewer)),
  );
}
