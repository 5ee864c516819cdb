// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { askAgain, askLater, forget, useHasFailed } from './ask-again.ts';

afterEach(cleanup);

it('failed requests are repeated once, the latest of each name, without those that succeeded meanwhile', () => {
  const asked: string[] = [];
  const later = (name: string, what: string) => askLater(name, () => asked.push(what));
  later('cities', 'cities');
  later('cities', 'cities of Italy');
  later('stats', 'stats');
  forget('stats');
  askAgain();
  askAgain();
  expect(asked).toEqual(['cities of Italy']);
});

it('the page says that something failed, unless the screen shows it, until it is asked for again', () => {
  const { result } = renderHook(useHasFailed);
  act(() => askLater('list', () => undefined, { isShown: true }));
  expect(result.current).toBe(false);
  act(() => askLater('stats', () => undefined));
  expect(result.current).toBe(true);
  act(askAgain);
  expect(result.current).toBe(false);
});
