import { firstFailureTexts } from '#contracts/first-texts';
import type { Session, SignedIn, User } from '#contracts/views/account';

import { untilNextTry } from '../ui/keep-loading.ts';
import { toast } from '../ui/toast.ts';
import { api, everyTag, type ApiError } from './api.ts';
import { sessionEnded, sessionFound, signedIn, userKnown } from './session.ts';
import type { Dispatch, RootState, Store } from './store.ts';

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<Session, void>({ query: () => ({ url: '/auth/session', byCookie: true }) }),
    currentUser: build.query<User, void>({ query: () => '/api/auth/user' }),
    refreshSession: build.mutation<SignedIn, string>({
      query: (refreshToken) => ({ url: '/auth/refresh', method: 'POST', body: { refreshToken } }),
    }),
    logout: build.mutation<null, void>({ query: () => ({ url: '/auth/logout', method: 'POST' }) }),
  }),
});

type Thunk<T = void> = (dispatch: Dispatch, getState: () => RootState) => Promise<T>;

const fresh = { forceRefetch: true, subscribe: false } as const;

/** Asks who the cookie's session belongs to: on load, and whenever another tab may have signed in or out. */
export const loadSession = (): Thunk => async (dispatch, getState) => {
  const { session } = getState();
  const found = await dispatch(calls.endpoints.getSession.initiate(undefined, fresh));
  // Somebody signed in or out in the meantime: the answer is out of date.
  if (getState().session.token !== session.token) return;
  // A failed request says nothing about the session: a signed-in person stays signed in.
  if (found.error && !isUnauthorized(found.error)) {
    if (session.status === 'in') return;
    askAgain(dispatch);
  }
  // The cache keeps the data of an earlier answer beside an error.
  const token = found.error ? null : (found.data?.accessToken ?? null);
  if (token === null) {
    dispatch(sessionEnded());
    if (session.status === 'in') dispatch(api.util.invalidateTags(everyTag));
    return;
  }
  dispatch(sessionFound({ token, expiresAt: found.data?.expiresAt ?? null }));
  if (session.status === 'in' && isSameUser(session.user, found.data?.user ?? null)) return;
  const user = await dispatch(calls.endpoints.currentUser.initiate(undefined, fresh));
  if (user.error || user.data === undefined) {
    dispatch(sessionEnded());
    if (!isUnauthorized(user.error)) askAgain(dispatch);
  } else {
    dispatch(userKnown(user.data));
    if (session.status !== 'loading') dispatch(api.util.invalidateTags(everyTag));
  }
};

/** Whoever may have a session is shown as signed out until an answer says otherwise. */
const askAgain = (dispatch: Dispatch): void =>
  void setTimeout(() => void dispatch(loadSession()), untilNextTry());

/** Whether it is the same person with the same rights. */
const isSameUser = (known: User | null, found: Session['user']): boolean =>
  known?.id === found?.id && known?.role === found?.role && known?.canModerate === found?.canModerate;

/**
 * Starts the session after a sign-in or registration: refetches the screen as this person, and notifies other tabs.
 */
export const startSession =
  (answer: SignedIn): Thunk =>
  async (dispatch) => {
    dispatch(signedIn(answer));
    dispatch(api.util.invalidateTags(everyTag));
    tellOtherTabs();
  };

/** Ends the session here and refetches the screen without it; notifies other tabs. */
export const leaveSession = (): Thunk => async (dispatch) => {
  await dispatch(loadSession());
  tellOtherTabs();
};

/** Ends the session on the server and reloads the page. A failure is only logged. */
export const signOut = (): Thunk => async (dispatch) => {
  const answer = await dispatch(calls.endpoints.logout.initiate());
  if (answer.error) console.error('Sign-out failed', answer.error);
  tellOtherTabs();
  window.location.reload();
};

const beforeLogin = 500;

/** The session ended during the person's work: says so, then goes to sign in again. */
export function relogin(): void {
  toast({ ...firstFailureTexts.loggedOut, variant: 'destructive' });
  setTimeout(() => window.location.assign('/api/login'), beforeLogin);
}

/**
 * Reports a failed write: sends the person to sign in if the session has ended, else shows the server's message or
 * `fallback`.
 */
export function reportFailure(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) relogin();
  else toast({ title: 'Error', text: messageOf(error, fallback), variant: 'destructive' });
}

export function messageOf(error: unknown, fallback: string): string {
  return isApiError(error) && error.message !== '' ? error.message : fallback;
}

export function isApiError(error: unknown): error is ApiError {
  return typeof error === 'object' && error !== null && 'status' in error && 'code' in error;
}

export const isUnauthorized = (error: unknown): boolean => isApiError(error) && error.status === 401;

/** Whether the address names something that does not exist or cannot exist. */
export const isNotFound = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 400);

/** Whether the error is the refusal with this code. */
export const isRefusal = (error: unknown, code: ApiError['code']): error is ApiError =>
  isApiError(error) && error.code === code;

const checkEvery = 30_000;
const renewBefore = 90_000;
const channelName = 'session';

/**
 * Checks the session every 30 s, when the tab becomes visible, and when another tab reports a change; the session can
 * also end elsewhere.
 */
export function watchSession(store: Store): void {
  const check = () => {
    if (document.visibilityState === 'visible') void store.dispatch(checkSession());
  };
  setInterval(check, checkEvery);
  openChannel().addEventListener('message', () => void store.dispatch(loadSession()));
  document.addEventListener('visibilitychange', check);
}

/** Asks whether the session still exists, which also prolongs it; renews a session that is about to expire. */
const checkSession = (): Thunk => async (dispatch, getState) => {
  const { status, expiresAt } = getState().session;
  if (status !== 'in' || expiresAt === null) return;
  if (Date.parse(expiresAt) - Date.now() > renewBefore) return dispatch(loadSession());
  // A refresh token works only once, so tabs take turns.
  await inTurn(async () => {
    const { refreshToken } = getState().session;
    if (refreshToken === null) return dispatch(loadSession());
    const answer = await dispatch(calls.endpoints.refreshSession.initiate(refreshToken));
    if (answer.data) {
      dispatch(signedIn(answer.data));
      tellOtherTabs();
    } else if (isUnauthorized(answer.error)) await dispatch(loadSession());
  });
};

async function inTurn(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('session-refresh', work);
  else await work();
}

const openChannel = () => new BroadcastChannel(channelName);

function tellOtherTabs(): void {
  const channel = openChannel();
  channel.postMessage('changed');
  channel.close();
}
