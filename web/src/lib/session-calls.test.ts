import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { api } from './api.ts';
import { askAgain } from './ask-again.ts';
import { loadSession } from './session-calls.ts';
import { sessionFound } from './session.ts';
import { createStore } from './store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const signedOut = { data: { accessToken: null, expiresAt: null, user: null } };

it('keeps the person signed in if the store drops the session request with unused data', async () => {
  const asked: string[] = [];
  const respond = (url: string) => {
    asked.push(url);
    return asked.length === 1 ? Promise.resolve(signedOut) : new Promise<never>(() => undefined);
  };
  const store = createStore({ rendering: { respond } });
  await store.dispatch(loadSession());
  expect(store.getState().session.status).toBe('out');
  store.dispatch(sessionFound({ token: 'token', expiresAt: null, user: null }));
  const second = store.dispatch(loadSession());
  // While the first response is cached without a subscriber.
  await vi.advanceTimersByTimeAsync(3_600_000);
  await second;
  expect(asked).toEqual(['/auth/session', '/auth/session']);
  expect(store.getState().session).toMatchObject({ status: 'in', token: 'token' });
});

const found = { token: 'token', expiresAt: null, user: null };
const noResponse = { error: { status: 0, code: 'offline', message: '', errors: [] } } as const;

it('does not overwrite a sign-in that happened while it asked', async () => {
  const respond = async () => {
    store.dispatch(sessionFound(found));
    return signedOut;
  };
  const store = createStore({ rendering: { respond } });
  await store.dispatch(loadSession());
  expect(store.getState().session).toMatchObject({ status: 'in', token: 'token' });
});

it('without an answer, shows a person as signed out only if they were not yet known, and asks again until one comes', async () => {
  let asked = 0;
  const respond = async () => (++asked > 3 ? signedOut : noResponse);
  const store = createStore({ rendering: { respond } });
  await store.dispatch(loadSession());
  expect(store.getState().session.status).toBe('out');
  store.dispatch(sessionFound(found));
  await store.dispatch(loadSession());
  expect(store.getState().session.status).toBe('in');
  askAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(3);
  await store.dispatch(loadSession());
  expect(store.getState().session.status).toBe('out');
  askAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(4);
});

it('reads everything again when the person has other rights', async () => {
  const user = { id: 'mia', role: 'user', canModerate: false };
  const responses: Record<string, object> = {
    '/auth/session': { accessToken: 'token', expiresAt: null, user },
  };
  let reads = 0;
  const respond = async (url: string) => ({ data: responses[url] ?? { reads: ++reads } });
  const store = createStore({ rendering: { respond } });
  responses['/api/auth/user'] = user;
  await store.dispatch(loadSession());
  const list = api.injectEndpoints({
    endpoints: (build) => ({
      listed: build.query<unknown, void>({ query: () => '/api/cities', providesTags: ['City'] }),
    }),
  });
  await store.dispatch(list.endpoints.listed.initiate());
  await store.dispatch(loadSession());
  expect(reads).toBe(1);
  const moderator = { ...user, canModerate: true };
  responses['/auth/session'] = { accessToken: 'token', expiresAt: null, user: moderator };
  responses['/api/auth/user'] = moderator;
  await store.dispatch(loadSession());
  await vi.waitFor(() => expect(reads).toBe(2));
});
