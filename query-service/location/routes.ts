import { operations } from '#contracts/api';
import type { LocationQuery, MapQuery } from '#contracts/location/queries';

import { serve } from '#platform/queries/serve';
import { getLocation, getLocationLight, isSearch, listLocations, listTrending } from './locations.ts';
import { getMap, isSearched } from './places-where.ts';
import { listFavorites } from './favorites.ts';
import { suggest } from './suggest.ts';
import { personOf, type QueryContext, type Serving } from '../query-context.ts';

export function locationRoutes(serving: Serving, context: QueryContext): void {
  const uses = ['places'] as const;
  serve(serving, operations.listTrending, { uses }, ({ query }, viewer) =>
    listTrending(context, query, viewer),
  );
  const searching = ['places', 'search'] as const;
  // A plain list does not wait for the search, which is written last.
  const usesOfList = ({ query }: { readonly query: LocationQuery }) => (isSearch(query) ? searching : uses);
  // The position from which a person searches is private.
  const isSecret = ({ query }: { readonly query: Pick<LocationQuery, 'near'> }) => query.near !== undefined;
  // A person's page may be turned off at any moment, which takes effect at once.
  const caches = ({ query }: { readonly query: MapQuery }) => query.addedBy === undefined;
  serve(
    serving,
    operations.listLocations,
    { uses: usesOfList, isSecret, caches },
    ({ query }, viewer, task) => listLocations(context, query, viewer, task),
  );
  const usesOfMap = ({ query }: { readonly query: MapQuery }) => (isSearched(query) ? searching : uses);
  serve(serving, operations.getMap, { uses: usesOfMap, isSecret, caches }, ({ query }, _viewer, task) =>
    getMap(context, query, task),
  );
  serve(serving, operations.suggest, { uses: searching }, ({ query }, _viewer, task) =>
    suggest(context, query.q, task),
  );
  serve(serving, operations.getLocation, { uses }, ({ params }, viewer) =>
    getLocation(context, params.id, viewer),
  );
  serve(serving, operations.getLocationLight, { uses }, ({ params, query }, viewer) =>
    getLocationLight(context, { id: params.id, viewer }, query.date),
  );
  serve(serving, operations.listFavorites, { uses: ['places'] }, ({ query }, viewer) =>
    listFavorites(context, query, personOf(viewer)),
  );
}
