import { operations } from '#contracts/api';
import { serve } from '#platform/queries/serve';

import { personOf, type QueryContext, type Serving } from '../query-context.ts';
import { getList, listLists } from './lists.ts';

export function listRoutes(serving: Serving, context: QueryContext): void {
  // Whoever has a list's address may read it, and only for as long as it is shared.
  const served = { uses: ['places'], usesRecords: true, caches: () => false, isSecret: () => true } as const;
  serve(serving, operations.listLists, { ...served, uses: [] }, ({ query }, viewer) =>
    listLists(context, query, personOf(viewer)),
  );
  serve(serving, operations.getList, served, ({ params }, viewer) => getList(context, params.id, viewer));
}
