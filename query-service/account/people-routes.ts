import { operations } from '#contracts/api';

import { serve } from '#platform/queries/serve';
import { getPerson, listPeople } from './people.ts';
import { getPublicPerson } from './public-people.ts';
import type { QueryContext, Serving } from '../query-context.ts';

export function peopleRoutes(serving: Serving, context: QueryContext): void {
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
