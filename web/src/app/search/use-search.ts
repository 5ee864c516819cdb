import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { isSearching, searchedIn, type Searched } from '#contracts/location/search-address';

type SearchParam = 'q' | 'category' | 'minRating' | 'bestTime' | 'light' | 'sort' | 'all' | 'bbox' | 'zoom';

export interface Search extends Searched {
  /** Whether anything narrows the results. */
  readonly active: boolean;
  /** The address's parameters. */
  readonly params: URLSearchParams;
  readonly change: (
    changes: Partial<Record<SearchParam, string | null>>,
    /** Replaces the current entry of the history. */
    options?: { readonly replace: boolean },
  ) => void;
}

/** The current search. It is stored in the address, so that people can share it and return to it with Back. */
export function useSearch(): Search {
  const [params, setParams] = useSearchParams();
  // A second change may come before the router has applied the first; it must build on the first.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  return useMemo(() => {
    const searched = searchedIn(params);
    return {
      ...searched,
      active: isSearching(searched),
      params,
      change: (changes, options) => {
        const next = new URLSearchParams(latest.current);
        next.delete('page');
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        latest.current = next;
        setParams(next, { ...options, preventScrollReset: true });
      },
    };
  }, [params, setParams]);
}
