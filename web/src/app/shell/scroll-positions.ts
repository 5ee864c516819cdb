import type { Location } from 'react-router-dom';

import { attempt } from '../../lib/kept.ts';

interface Departure {
  /** The key of the next history entry. */
  readonly to: string;
  /** Whether the next entry takes the place of the current one. */
  readonly isReplaced?: boolean;
  /** Whether the page stays where it is. */
  readonly stays?: boolean;
}

const name = 'scroll-positions';

/**
 * Scrolls each history entry to where it was left, a new one to the part that its address names or to the top. Positions
 * are in pixels from the top, by the key of an entry; null for a new entry that leaves the page where it is.
 */
export function followScrolling(first: string) {
  const positions = new Map<string, number | null>(stored());
  let current = first;
  let isFirst = true;

  // Before a page is hydrated, only the browser can scroll it to where it was.
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual';
  });
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto';
    positions.set(current, window.scrollY);
    attempt(() => sessionStorage.setItem(name, JSON.stringify([...positions])));
  });

  return {
    /** Called when the address changes, while the page still shows the current entry. */
    leave: ({ to, isReplaced = false, stays = false }: Departure): void => {
      if (isReplaced) positions.delete(current);
      else positions.set(current, window.scrollY);
      if (stays) positions.set(to, null);
      current = to;
    },
    /** Called when the page shows the entry. */
    arrive: ({ key, hash }: Location): void => {
      const position = positions.get(key);
      const isLoad = isFirst;
      isFirst = false;
      if (position === null || (isLoad && position === undefined)) return;
      const part = document.getElementById(attempt(() => decodeURIComponent(hash.slice(1))) ?? '');
      if (position === undefined && part !== null) part.scrollIntoView();
      else window.scrollTo(0, position ?? 0);
    },
  };
}

function stored(): ReadonlyArray<[string, number | null]> {
  const text = attempt(() => sessionStorage.getItem(name));
  return text ? (JSON.parse(text) as ReadonlyArray<[string, number | null]>) : [];
}
