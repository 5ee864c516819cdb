// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { SignedIn } from '#contracts/account/views';

import { sessionFound, signedIn } from './session.ts';
import { createStore } from './store.ts';
import { watchSession } from './watch-session.ts';

const hours = 3_600_000;
const within = (ms: number) => new Date(Date.now() + ms).toISOString();
// The cast: only these fields matter here.
const session = (name: string, ms: number) =>
  ({
    accessToken: name,
    refreshToken: `for ${name}`,
    expiresAt: within(ms),
    user: null,
  }) as unknown as SignedIn;

class Channel extends EventTarget {
  static told = 0;
  postMessage = () => (Channel.told += 1);
  close = () => undefined;
}

beforeEach(() => {
  vi.useFakeTimers();
  Channel.told = 0;
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Watches a session that ends in `ms`; `refreshed` answers its renewal. */
function watching(ms: number, refreshed: unknown = { data: session('next', 12 * hours) }) {
  const asked: string[] = [];
  const respond = async (url: string) => {
    asked.push(url);
    // The cast: the responses of these tests.
    return (
      url === '/auth/refresh' ? refreshed : { data: { accessToken: null, expiresAt: null, user: null } }
    ) as { data: unknown };
  };
  const store = createStore({ rendering: { respond } });
  store.dispatch(signedIn(session('first', ms)));
  watchSession(store);
  return { store, asked, token: () => store.getState().session.token };
}

it('renews a session in the second half of its life, once, and tells the other tabs', async () => {
  const { asked, token } = watching(6 * hours + 45_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(asked).toEqual(['/auth/refresh']);
  expect(token()).toBe('next');
  expect(Channel.told).toBe(1);
});

it('asks who is signed in if the session cannot be renewed, or without a refresh token', async () => {
  const refused = { error: { status: 401, code: 'unauthorized', message: '', errors: [] } };
  const { asked, store } = watching(hours, refused);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual(['/auth/refresh', '/auth/session']);
  expect(store.getState().session.status).toBe('out');
  const other = watching(hours);
  other.store.dispatch(sessionFound({ token: 'found', expiresAt: within(hours), user: null }));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(other.asked).toEqual(['/auth/session']);
});

it('renews nothing that another tab has just renewed, and nothing in a hidden tab until it is shown', async () => {
  const { asked, store } = watching(hours);
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  const request = async (_: string, work: () => Promise<void>) => {
    store.dispatch(sessionFound({ token: 'of another tab', expiresAt: within(12 * hours), user: null }));
    await work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  visible.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().session.token).toBe('of another tab');
  expect(asked).toEqual([]);
});
