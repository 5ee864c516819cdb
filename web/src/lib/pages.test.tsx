// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { useFurtherPages, type PagesResponse } from './pages.ts';

afterEach(cleanup);

it('further pages are read one at a time, while they are wanted and until one fails', () => {
  let asked = 0;
  const fetchNextPage = async () => void (asked += 1);
  const read = (response: Omit<PagesResponse, 'fetchNextPage'>, areWanted = true) => {
    asked = 0;
    renderHook(() => useFurtherPages({ ...response, fetchNextPage }, areWanted));
    return asked;
  };
  expect(read({ hasNextPage: true })).toBe(1);
  expect(read({ hasNextPage: true }, false)).toBe(0);
  expect(read({ hasNextPage: true, isFetching: true })).toBe(0);
  expect(read({ hasNextPage: true, error: {} })).toBe(0);
  expect(read({ hasNextPage: false })).toBe(0);
});
