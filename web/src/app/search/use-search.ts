import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

import { isSearching, searchedIn, type Searched } from '#contracts/location/search-address';

export interface Search extends Searched {
  /** Whether anything narrows the results. */
  readonly active: boolean;
  /** The address's parameters. */
  readonly params: URLSearchParams;
  readonly change: (
    changes: Partial<Record<'q' | 'category' | 'minRating' | 'bestTime' | 'light' | 'all', string | null>>,
  ) => void;
}

/** The current search. It is kept in the address, so that it can be shared and reached with Back. */
export function useSearch(): Search {
  const [params, setParams] = useSearchParams();
  // A second change may come before the first is in the address; it must build on the first.
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
      change: (changes) => {
        const next = new URLSearchParams(latest.current);
        next.delete('page');
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        latest.current = next;
        setParams(next, { preventScrollReset: true });
      },
    };
  }, [params, setParams]);
}
