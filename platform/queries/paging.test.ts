import { expect, test } from 'vitest';

import { withTotal } from './paging.ts';

/** The total of a page, and how often the list was counted for it. */
async function totalOf(page: { items: string[]; next: string | undefined }, cursor?: string, counted = 7) {
  let counts = 0;
  const { total } = await withTotal(page, { cursor }, () => {
    counts += 1;
    return Promise.resolve(counted);
  });
  return { total, counts };
}

test('the total of a list on one page is the length of the page, even if items have been added since', async () => {
  expect(await totalOf({ items: ['a', 'b'], next: undefined })).toEqual({ total: '2', counts: 0 });
  expect(await totalOf({ items: [], next: undefined })).toEqual({ total: '0', counts: 0 });
});

test('a list of several pages is counted, from its first page to its last', async () => {
  expect(await totalOf({ items: ['a', 'b'], next: 'c' })).toEqual({ total: '7', counts: 1 });
  expect(await totalOf({ items: ['g'], next: undefined }, 'f')).toEqual({ total: '7', counts: 1 });
  expect(await totalOf({ items: ['a'], next: 'b' }, undefined, 1001)).toEqual({ total: '1000+', counts: 1 });
});
