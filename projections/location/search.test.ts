import { expect, test } from 'vitest';

import { tileOf } from '#contracts/light/tiles';
import type { SearchDocument } from '#contracts/read-models';
import { searchWords } from '#contracts/shared/search-words';
import { city, location } from '../testing/events.ts';
import { eventId, given, type Then } from '../testing/given.ts';
import { search } from './search.ts';

const cafe = location.submitted('greco', 'rome', {
  name: 'Café Greco',
  description: 'Old mirrors',
  category: 'cafe',
  address: 'Via Condotti 86',
});
const rome = [city.submitted('rome', { name: 'Roma' }), city.approved('rome')] as const;
const open = [...rome, cafe, location.approved('greco', 'rome')] as const;

const found = async (
  { reader }: Then,
  text: string,
  filter = { status: 'approved' } as Record<string, string>,
) => {
  const { hits } = await reader.search('locations', {
    words: searchWords(text),
    filter,
    limit: 10,
    scanLimit: 99,
  });
  return hits.map(({ id }) => id);
};

test.each(['caf', 'greco', 'mirror', 'condotti 86', 'roma'])('finds a location by %s', async (text) => {
  await using then = await given(search, ...open);
  expect(await found(then, text)).toEqual(['greco']);
});

test('finds pending locations only when that status is requested', async () => {
  await using then = await given(search, ...rome, cafe);
  expect(await found(then, 'greco')).toEqual([]);
  expect(await found(then, 'greco', { status: 'pending' })).toEqual(['greco']);
});

test('finds an edited location by the new text only', async () => {
  await using then = await given(
    search,
    ...open,
    location.edited('greco', 'rome', {
      name: { from: 'Café Greco', to: 'Bar Pace' },
      description: { from: 'Old mirrors', to: 'Ivy' },
    }),
  );
  expect(await found(then, 'pace')).toEqual(['greco']);
  expect(await found(then, 'ivy')).toEqual(['greco']);
  expect(await found(then, 'mirror')).toEqual([]);
  expect(await found(then, 'condotti')).toEqual(['greco']);
});

test('finds locations by the new name of a renamed city', async () => {
  await using then = await given(
    search,
    ...open,
    city.edited('rome', { name: { from: 'Roma', to: 'Rome' } }),
  );
  expect(await found(then, 'rome')).toEqual(['greco']);
  expect(await found(then, 'roma')).toEqual([]);
  expect(await found(then, 'condotti')).toEqual(['greco']);
});

test('finds a location by its category and its country, also after they change', async () => {
  await using then = await given(
    search,
    city.submitted('rome', { name: 'Roma', country: 'Italia' }),
    city.approved('rome'),
    location.submitted('greco', 'rome', { name: 'Greco', category: 'street-art' }),
    location.approved('greco', 'rome'),
    location.edited('greco', 'rome', { category: { from: 'street-art', to: 'viewpoint' } }),
    city.edited('rome', { country: { from: 'Italia', to: 'Italy' } }),
  );
  expect(await found(then, 'street art')).toEqual([]);
  expect(await found(then, 'viewpoint italy greco')).toEqual(['greco']);
  expect(await found(then, 'italia')).toEqual([]);
});

test('finds a location by the label of its category', async () => {
  const art = location.submitted('greco', 'rome', { name: 'Greco', category: 'street-art' });
  await using then = await given(search, ...rome, art, location.approved('greco', 'rome'));
  expect(await found(then, '"street art"')).toEqual(['greco']);
});

test('finds a moved location by its new city', async () => {
  const moved = location.edited('greco', 'rome', { cityId: { from: 'rome', to: 'oslo' } });
  await using then = await given(search, ...open, city.submitted('oslo'), city.approved('oslo'), moved);
  expect(await found(then, 'oslo')).toEqual(['greco']);
  expect(await found(then, 'roma')).toEqual([]);
});

test('still finds a location restored during a cascade of the first release', async () => {
  const late = [location.deleted('greco', 'rome'), { cascadeId: eventId(open.length) }] as const;
  const back = [city.deleted('rome'), city.restored('rome', eventId(open.length)), late];
  await using then = await given(search, ...open, ...back);
  expect(await found(then, 'greco')).toEqual(['greco']);
});

test('returns the newest approved location first', async () => {
  const two = location.submitted('two', 'rome', { name: 'Café Two' });
  await using then = await given(
    search,
    ...rome,
    cafe,
    two,
    location.approved('two', 'rome'),
    location.approved('greco', 'rome'),
  );
  expect(await found(then, 'cafe')).toEqual(['greco', 'two']);
});

test('finds a location by the light at its own coordinates or else its city’s, also after a change', async () => {
  const inRome = { latitude: 41.9, longitude: 12.5 };
  const inKyoto = { latitude: 35, longitude: 135.8 };
  const lightOf = async (then: Then) => {
    const document = await then.reader.get<SearchDocument>('locations', 'greco');
    return document?.light;
  };
  const good = [
    ...open,
    location.edited('greco', 'rome', { bestTimeToVisit: { from: null, to: 'Evening (6-8 PM)' } }),
  ] as const;
  const placed = city.edited('rome', { coordinates: { from: null, to: inRome } });
  await using nowhere = await given(search, ...good);
  expect(await lightOf(nowhere)).toBe('');
  await using byCity = await given(search, ...good, placed);
  expect(await lightOf(byCity)).toBe(`evening@${tileOf(inRome)}`);
  const moved = location.edited('greco', 'rome', { coordinates: { from: null, to: inKyoto } });
  await using byItself = await given(search, ...good, moved, placed);
  expect(await lightOf(byItself)).toBe(`evening@${tileOf(inKyoto)}`);
});
