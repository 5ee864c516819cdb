import { operations } from '#contracts/api/index';

import { serve, type Serving } from '../http/serve.ts';
import { getCity, listCities } from '../questions/cities.ts';
import type { Reads } from '../reads.ts';

export function cityRoutes(serving: Serving, reads: Reads): void {
  const uses = ['places'] as const;
  serve(serving, operations.listCities, { uses }, ({ query }) => listCities(reads, query));
  serve(serving, operations.getCity, { uses }, ({ params }, viewer) => getCity(reads, params.id, viewer));
}
