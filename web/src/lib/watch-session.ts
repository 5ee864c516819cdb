import type { SignedIn } from '#contracts/account/views';

import { api } from './api.ts';
import { isUnauthorized, loadSession, openChannel, tellOtherTabs, type Thunk } from './session-calls.ts';
import { signedIn } from './session.ts';
import type { Store } from './store.ts';

const { refreshSession } = api.injectEndpoints({
  endpoints: (build) => ({
    refreshSession: build.mutation<SignedIn, string>({
      query: (refreshToken) => ({ url: '/auth/refresh', method: 'POST', body: { refreshToken } }),
    }),
  }),
}).endpoints;

// Milliseconds.
const checkEvery = 30_000;
// Half of a token's lifetime: from then on the server renews it.
const renewBefore = 6 * 3_600_000;

/**
 * Checks every 30 s, and when the tab becomes visible, whether the session needs renewal; asks the server only then,
 * and when another tab reports a change. The socket reports a session that ended elsewhere.
 */
export function watchSession(store: Store): void {
  const check = () => {
    if (document.visibilityState === 'visible') void store.dispatch(checkSession());
  };
  setInterval(check, checkEvery);
  openChannel().addEventListener('message', () => void store.dispatch(loadSession()));
  document.addEventListener('visibilitychange', check);
}

/** Renews a session that is about to expire. */
const checkSession = (): Thunk => async (dispatch, getState) => {
  const isDue = () => {
    const { status, expiresAt } = getState().session;
    return status === 'in' && expiresAt !== null && Date.parse(expiresAt) - Date.now() < renewBefore;
  };
  if (!isDue()) return;
  // A refresh token works only once, so tabs take turns.
  await inTurn(async () => {
    const { refreshToken } = getState().session;
    if (!isDue()) return;
    if (refreshToken === null) return dispatch(loadSession());
    const response = await dispatch(refreshSession.initiate(refreshToken));
    if (response.data) {
      dispatch(signedIn(response.data));
      tellOtherTabs();
    } else if (isUnauthorized(response.error)) await dispatch(loadSession());
  });
};

async function inTurn(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('session-refresh', work);
  else await work();
}
