import { operations } from '#contracts/api';

import { serve } from '#platform/queries/serve';
import { currentUser } from './account.ts';
import { ownPage } from './own-pages.ts';
import { getPerson, listPeople } from './people.ts';
import { getPublicPerson } from './public-people.ts';
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
  // A page may be turned off at any moment, and that holds at once.
  const asPageIs = { uses: ['places'], usesRecords: true, caches: () => false } as const;
  serve(serving, operations.getPublicPerson, asPageIs, ({ params }) =>
    getPublicPerson(context, params.userId),
  );
  const served = { uses: ['people', 'places'], usesRecords: true } as const;
  serve(serving, operations.listPeople, served, ({ query }, viewer, task) =>
    listPeople(context, query, viewer, task),
  );
  serve(serving, operations.getPerson, served, ({ params }, viewer) =>
    getPerson(context, params.userId, viewer),
  );
}
