import { initialLimits } from '#contracts/initial';

import { attempt } from '../../lib/kept.ts';

// Only in this browser: searches are private.
const key = 'recent-searches';
const most = 5;

/** The last searches in this browser, newest first; empty if none are stored. */
export function recentSearches(): readonly string[] {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(key) ?? '[]') as unknown);
  if (!Array.isArray(kept)) return [];
  return kept.filter((each): each is string => typeof each === 'string').slice(0, most);
}

export function rememberSearch(text: string): void {
  const wanted = text.trim().slice(0, initialLimits.search);
  if (wanted === '') return;
  const others = recentSearches().filter((each) => each.toLowerCase() !== wanted.toLowerCase());
  keep([wanted, ...others].slice(0, most));
}

export const forgetSearches = (): void => keep([]);

function keep(searches: readonly string[]): void {
  attempt(() =>
    searches.length === 0
      ? localStorage.removeItem(key)
      : localStorage.setItem(key, JSON.stringify(searches)),
  );
}
