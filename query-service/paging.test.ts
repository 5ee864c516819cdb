import { expect, test } from 'vitest';

import { withTotal } from './paging.ts';

/** How often the list was counted, and the resulting total. */
async function totalOf(page: { items: string[]; next: string | undefined }, cursor?: string, counted = 7) {
  let asked = 0;
  const { total } = await withTotal(page, cursor, () => {
    asked += 1;
    return Promise.resolve(counted);
  });
  return { total, asked };
}

test('the total of a list on one page is the length of the page, even if items have been added since', async () => {
  expect(await totalOf({ items: ['a', 'b'], next: undefined })).toEqual({ total: '2', asked: 0 });
  expect(await totalOf({ items: [], next: undefined })).toEqual({ total: '0', asked: 0 });
});

test('a list of several pages is counted, from its first page to its last', async () => {
  expect(await totalOf({ items: ['a', 'b'], next: 'c' })).toEqual({ total: '7', asked: 1 });
  expect(await totalOf({ items: ['g'], next: undefined }, 'f')).toEqual({ total: '7', asked: 1 });
  expect(await totalOf({ items: ['a'], next: 'b' }, undefined, 1001)).toEqual({ total: '1000+', asked: 1 });
});
