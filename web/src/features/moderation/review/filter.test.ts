import { expect, it } from 'vitest';

import { queueItem } from '#contracts/testing/queue-item';

import { addressOf, everything, filterFrom, isWanted } from './filter.ts';

const id = '00000000-0000-4000-8000-00000000000a';
const read = (address: string) => filterFrom(new URLSearchParams(address));

it('a filter is the same after it was read from its address', () => {
  const filter = {
    ...everything,
    ...{ kinds: ['location', 'photo'] as const, city: id, submitter: id, flag: 'duplicate' as const },
    ...{ signal: `same-link-${'0'.repeat(32)}`, search: 'old mill', sort: 'newest' as const },
  };
  expect(read(addressOf(filter, `photo:${id}`))).toEqual(filter);
  expect(addressOf(everything, null)).toBe('');
});

it('invalid parts of an address are ignored', () => {
  const invalid = 'kind=cat&city=rome&submitter=ann&flag=odd&signal=same-link&sort=random&search=';
  expect(read(invalid + 'x'.repeat(200))).toEqual({ ...everything, search: 'x'.repeat(100) });
});

it('a search finds an item by its name, its city and its summary, whatever case and accents', () => {
  const item = queueItem({ id, name: 'Old Mill', cityName: 'Córdoba', summary: 'Caption: at dawn' });
  const finds = (search: string) => isWanted({ ...everything, search }, item);
  expect(['old mill', 'CORDOBA', ' at dawn ', ''].map(finds)).toEqual([true, true, true, true]);
  expect(finds('harbour')).toBe(false);
});
