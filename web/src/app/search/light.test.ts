import { describe, expect, it } from 'vitest';

import { isSearching, searchedIn } from '#contracts/location/search-address';

import { locationsAsked } from './locations-asked.ts';
import { offersOf } from './suggestions.tsx';

describe('the light of an hour', () => {
  it('includes places for any time, and accepts only known words', () => {
    const searchOf = (light: string) =>
      searchedIn(new URLSearchParams({ [light === 'now' ? 'light' : 'bestTime']: light }));
    expect(locationsAsked(searchOf('night'), null)).toEqual({ bestTime: ['night', 'any'] });
    expect(searchOf('now').light).toBe('now');
    for (const text of ['', 'any', 'Morning', 'noon']) expect(isSearching(searchOf(text)), text).toBe(false);
  });
});

describe('search suggestions', () => {
  const response = {
    cities: [{ id: 'c', name: 'Lisbon', country: 'Portugal' }],
    locations: [{ id: 'l', name: 'Lift', cityName: 'Lisbon', thumbnailUrl: '/photos/1/a.webp' }],
    didYouMean: null,
  };
  it('are the recent searches until something is typed', () => {
    expect(offersOf('', response, ['bridge']).map(({ label }) => label)).toEqual([
      'bridge',
      'Clear recent searches',
    ]);
    expect(offersOf('', undefined, [])).toEqual([]);
    expect(offersOf('l', undefined, ['bridge'])).toEqual([]);
  });
  it('are cities, places with pictures, and the search itself', () => {
    expect(offersOf('li', response, []).map(({ kind }) => kind)).toEqual(['city', 'location', 'all']);
  });
  it('begin with the probable correction', () => {
    const [first] = offersOf('lisbin', { cities: [], locations: [], didYouMean: 'Lisbon' }, []);
    expect(first).toMatchObject({ kind: 'meant', text: 'Lisbon', label: 'Did you mean “Lisbon”?' });
  });
});
