// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';

import { forgetSearches, recentSearches, rememberSearch } from './recent.ts';

describe('recent searches', () => {
  beforeEach(() => localStorage.clear());

  it('are kept newest first, at most five, each once regardless of case', () => {
    for (const text of ['one', 'two', 'three', 'four', ' five ', 'TWO', 'six']) rememberSearch(text);
    expect(recentSearches()).toEqual(['six', 'TWO', 'five', 'four', 'three']);
  });

  it('are empty once cleared, and never contain an empty text', () => {
    rememberSearch('  ');
    expect(recentSearches()).toEqual([]);
    rememberSearch('bridge');
    forgetSearches();
    expect(recentSearches()).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it.each(['{', '7', '[1, {"a": 2}]', 'null'])('are empty if the storage holds %s', (text) => {
    localStorage.setItem('recent-searches', text);
    expect(recentSearches()).toEqual([]);
  });
});
