import { operations } from '#contracts/api/index';

import { serve, type Serving } from '../http/serve.ts';
import { getLocation, listLocations, listTrending } from '../questions/locations.ts';
import { listPhotos } from '../questions/photos.ts';
import type { Reads } from '../reads.ts';

export function locationRoutes(serving: Serving, reads: Reads): void {
  const uses = ['places'] as const;
  serve(serving, operations.listTrending, { uses }, ({ query }, viewer) =>
    listTrending(reads, query, viewer),
  );
  serve(serving, operations.listLocations, { uses: ['places', 'search'] }, ({ query }, viewer) =>
    listLocations(reads, query, viewer),
  );
  serve(serving, operations.getLocation, { uses }, ({ params }, viewer) =>
    getLocation(reads, params.id, viewer),
  );
  // Whole pictures as text would fill the cache.
  const keep = (url: string) => url.includes('imageData=omit');
  serve(serving, operations.listPhotos, { uses, keep }, ({ params, query }, viewer) =>
    listPhotos(reads, params.id, query, viewer),
  );
}
