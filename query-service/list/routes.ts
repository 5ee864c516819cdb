import { operations } from '#contracts/api';
import { serve } from '#platform/queries/serve';

import { personOf, type QueryContext, type Serving } from '../query-context.ts';
import { getList, listLists } from './lists.ts';

export function listRoutes(serving: Serving, context: QueryContext): void {
  // Anyone who has a list's URL may read it, but only while it is shared.
  const served = { uses: ['places'], usesRecords: true, caches: () => false, isSecret: () => true } as const;
  serve(serving, operations.listLists, { ...served, uses: [] }, ({ query }, viewer) =>
    listLists(context, query, personOf(viewer)),
  );
  serve(serving, operations.getList, served, ({ params }, viewer) => getList(context, params.id, viewer));
}
