import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { loadSession } from './session-calls.ts';
import { sessionFound } from './session.ts';
import { createStore } from './store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const signedOut = { data: { accessToken: null, expiresAt: null, user: null } };

it('keeps the person signed in if the store drops the session request with unused data', async () => {
  const asked: string[] = [];
  const answer = (url: string) => {
    asked.push(url);
    return asked.length === 1 ? Promise.resolve(signedOut) : new Promise<never>(() => undefined);
  };
  const store = createStore({ rendering: { answer } });
  await store.dispatch(loadSession());
  expect(store.getState().session.status).toBe('out');
  store.dispatch(sessionFound({ token: 'token', expiresAt: null, user: null }));
  const second = store.dispatch(loadSession());
  // While the first answer is cached without a subscriber.
  await vi.advanceTimersByTimeAsync(3_600_000);
  await second;
  expect(asked).toEqual(['/auth/session', '/auth/session']);
  expect(store.getState().session).toMatchObject({ status: 'in', token: 'token' });
});
