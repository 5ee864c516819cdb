// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useNow } from './use-now.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the first value is the present time, even if nothing has used it for hours', () => {
  renderHook(useNow).unmount();
  vi.advanceTimersByTime(3 * 3_600_000);
  const seen: number[] = [];
  renderHook(() => seen.push(useNow()));
  expect(seen[0]).toBe(Date.now());
});

test('it follows the time every 20 seconds', () => {
  const { result } = renderHook(useNow);
  const first = result.current;
  act(() => void vi.advanceTimersByTime(20_000));
  expect(result.current).toBe(first + 20_000);
});
