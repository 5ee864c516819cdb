import { operations } from '#contracts/api/index';

import { serve, type Serving } from '../http/serve.ts';
import { listAllCities, listAllLocations } from '../questions/every-status.ts';
import { entityHistory } from '../questions/history.ts';
import { listPendingCities, listPendingEdits, listPendingLocations } from '../questions/queues.ts';
import type { Reads } from '../reads.ts';

export function moderationRoutes(serving: Serving, reads: Reads): void {
  const uses = ['places'] as const;
  serve(serving, operations.listPendingCities, { uses }, ({ query }) => listPendingCities(reads, query));
  serve(serving, operations.listPendingLocations, { uses }, ({ query }, viewer) =>
    listPendingLocations(reads, query, viewer),
  );
  serve(serving, operations.listPendingEdits, { uses }, ({ query }) => listPendingEdits(reads, query));
  serve(serving, operations.listAllCities, { uses }, ({ query }) => listAllCities(reads, query));
  serve(serving, operations.listAllLocations, { uses: ['places', 'search'] }, ({ query }, viewer) =>
    listAllLocations(reads, query, viewer),
  );
  serve(serving, operations.cityHistory, { uses: ['places', 'history'] }, ({ params, query }) =>
    entityHistory(reads, 'city', params.id, query),
  );
  serve(serving, operations.locationHistory, { uses: ['places', 'history'] }, ({ params, query }) =>
    entityHistory(reads, 'location', params.id, query),
  );
}
