import { describe, expect, it } from 'vitest';

import type { Location } from '#contracts/location/views';

import { arrange, orderOf } from './arrange.ts';

const place = (name: string, cityName: string, rating: number) =>
  // The cast: only the fields that `arrange` reads.
  ({ id: name, name, cityName, country: 'Portugal', description: 'Steps', rating }) as Location;
const places = [place('Tower', 'Porto', 4.2), place('arch', 'Évora', 4.9), place('Bridge', 'Porto', 4.9)];
const names = (text: string, order: Parameters<typeof arrange>[2]) =>
  arrange(places, text, order).map(({ name }) => name);

describe('favourites', () => {
  it.each([
    ['newest', ['Tower', 'arch', 'Bridge']],
    ['name', ['arch', 'Bridge', 'Tower']],
    ['city', ['arch', 'Bridge', 'Tower']],
    ['rating', ['arch', 'Bridge', 'Tower']],
  ] as const)('in the order %s', (order, expected) => {
    expect(names('', order)).toEqual(expected);
  });
  it('are found regardless of case and accents, in name, city, country and description', () => {
    expect(names(' EVORA', 'newest')).toEqual(['arch']);
    expect(names('bri', 'newest')).toEqual(['Bridge']);
    expect(names('portugal', 'newest')).toHaveLength(3);
    expect(names('.*', 'newest')).toEqual([]);
  });
  it('are newest first if the address names an unknown order', () => {
    for (const text of [null, 'x', '']) expect(orderOf(text)).toBe('newest');
    expect(orderOf('city')).toBe('city');
  });
});
