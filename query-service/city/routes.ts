import { operations } from '#contracts/api';

import { serve } from '#platform/queries/serve';
import { getCity, getCityLight, getStats, listCities } from './cities.ts';
import type { QueryContext, Serving } from '../query-context.ts';

export function cityRoutes(serving: Serving, context: QueryContext): void {
  const uses = ['places'] as const;
  serve(serving, operations.listCities, { uses }, ({ query }, _viewer, task) =>
    listCities(context, query, task),
  );
  serve(serving, operations.getCity, { uses }, ({ params }, viewer) => getCity(context, params.id, viewer));
  serve(serving, operations.getCityLight, { uses }, ({ params, query }, viewer) =>
    getCityLight(context, { id: params.id, viewer }, query.date),
  );
  serve(serving, operations.stats, { uses: ['places'] }, () => getStats(context));
}
