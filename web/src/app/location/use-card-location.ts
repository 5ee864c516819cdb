import { useState } from 'react';
import { useStore } from 'react-redux';

import type { Location } from '#contracts/location/views';

import { api, type Page } from '../../lib/api.ts';
import type { RootState, Store } from '../../lib/store.ts';

/** A location as a list on this page has it at the time of opening; null if no list contains it. */
export function useCardLocation(id: string): Location | null {
  const store = useStore() as Store;
  const [found] = useState(() => locationIn(store.getState(), id));
  return found;
}

type Cached = Location | Page<Location> | { readonly pages: ReadonlyArray<Page<Location>> } | undefined;

function locationIn(state: RootState, id: string): Location | null {
  for (const { queryCacheKey } of api.util.selectInvalidatedBy(state, [{ type: 'Location', id }])) {
    // An answer with this location's tag is the location itself or a list that contains it.
    const data = state.api.queries[queryCacheKey]?.data as Cached;
    if (data === undefined) continue;
    const items =
      'pages' in data ? data.pages.flatMap((page) => page.items) : 'items' in data ? data.items : [data];
    const found = items.find((item) => item.id === id);
    if (found?.name !== undefined) return found;
  }
  return null;
}
