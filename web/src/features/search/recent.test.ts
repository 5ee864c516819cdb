import { beforeEach, describe, expect, it } from 'vitest';

import { forgetSearches, recentSearches, rememberSearch } from './recent.ts';

describe('what was searched for last', () => {
  beforeEach(() => localStorage.clear());

  it('is kept newest first, each once whatever its case, five at most', () => {
    for (const text of ['one', 'two', 'three', 'four', ' five ', 'TWO', 'six']) rememberSearch(text);
    expect(recentSearches()).toEqual(['six', 'TWO', 'five', 'four', 'three']);
  });

  it('is gone once it is cleared, and never an empty text', () => {
    rememberSearch('  ');
    expect(recentSearches()).toEqual([]);
    rememberSearch('bridge');
    forgetSearches();
    expect(recentSearches()).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it.each(['{', '7', '[1, {"a": 2}]', 'null'])('is nothing where something else is kept: %s', (text) => {
    localStorage.setItem('recent-searches', text);
    expect(recentSearches()).toEqual([]);
  });
});
