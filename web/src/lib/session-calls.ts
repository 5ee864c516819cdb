import { initialFailureTexts } from '#contracts/initial';
import type { Session, SignedIn, User } from '#contracts/account/views';

import { api, everyTag, type ApiError } from './api.ts';
import { askLater, forget } from './ask-again.ts';
import { sessionEnded, sessionFound, signedIn, type FoundSession, type SessionState } from './session.ts';
import type { Dispatch, RootState } from './store.ts';
import { toast } from './toast.ts';

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<Session, void>({ query: () => ({ url: '/auth/session', byCookie: true }) }),
    currentUser: build.query<User, void>({ query: () => ({ url: '/api/auth/user', byCookie: true }) }),
    logout: build.mutation<null, void>({ query: () => ({ url: '/auth/logout', method: 'POST' }) }),
  }),
});

export type Thunk<T = void> = (dispatch: Dispatch, getState: () => RootState) => Promise<T>;

const fresh = { forceRefetch: true, subscribe: false } as const;

/**
 * Asks whose session the cookie holds: on load, and whenever another tab may have signed in or out. Then refetches the
 * page's data as that person, once the page is `shown`: a response without a subscriber would be dropped instead, and
 * the page would be empty until the next one.
 */
export const loadSession =
  (shown?: Promise<void>): Thunk =>
  async (dispatch, getState) => {
    const { session } = getState();
    const found = await dispatch(readSession(session));
    // Somebody signed in or out in the meantime: the response is out of date.
    if (getState().session.token !== session.token) return;
    if (found === 'unknown') {
      askLater(loadSession, () => void dispatch(loadSession()));
      // A signed-in person stays signed in. A person with a possible session appears signed out until a response says
      // otherwise.
      if (session.status === 'loading') dispatch(sessionEnded());
      return;
    }
    forget(loadSession);
    if (found === 'none') dispatch(sessionEnded());
    else dispatch(sessionFound(found));
    const now = getState().session;
    // The rendered page has no personal data; the page's own requests already sent the cookie.
    const isChanged = session.status === 'loading' ? session.isForVisitors : true;
    if (!isChanged || isSameUser(session.user, now.user)) return;
    await shown;
    dispatch(api.util.invalidateTags(everyTag));
  };

/** The cookie's session and its person; `unknown` if a response failed, which says nothing about the session. */
const readSession =
  ({ user }: SessionState): Thunk<FoundSession | 'none' | 'unknown'> =>
  async (dispatch) => {
    const found = await dispatch(calls.endpoints.getSession.initiate(undefined, fresh));
    if (found.error) return isUnauthorized(found.error) ? 'none' : 'unknown';
    // The store removed unused cached data, and the request with it: a computer that wakes up does both at once.
    if (found.data === undefined) return 'unknown';
    const { accessToken: token, expiresAt, user: owner } = found.data;
    if (token === null || owner === null) return 'none';
    if (isSameUser(user, owner)) return { token, expiresAt, user };
    const person = await dispatch(calls.endpoints.currentUser.initiate(undefined, fresh));
    if (person.error) return isUnauthorized(person.error) ? 'none' : 'unknown';
    return person.data === undefined ? 'unknown' : { token, expiresAt, user: person.data };
  };

type Rights = Pick<User, 'id' | 'role' | 'canModerate'>;

const isSameUser = (known: Rights | null, found: Rights | null): boolean =>
  known?.id === found?.id && known?.role === found?.role && known?.canModerate === found?.canModerate;

/** Starts the session after a sign-in or registration: refetches the screen as this person, and notifies other tabs. */
export const startSession =
  (response: SignedIn): Thunk =>
  async (dispatch) => {
    dispatch(signedIn(response));
    dispatch(api.util.invalidateTags(everyTag));
    tellOtherTabs();
  };

/** Deletes everything stored for a person on a device that they leave. */
async function removeKept(user: User | null): Promise<void> {
  if (user === null) return;
  try {
    const { removeKeptFor } = await import('./leave.ts');
    await removeKeptFor(user.id);
  } catch (error) {
    console.error('What was kept could not be removed', error);
  }
}

/** Ends the session here and refetches the screen without it; notifies other tabs. */
export const leaveSession = (): Thunk => async (dispatch, getState) => {
  await removeKept(getState().session.user);
  await dispatch(loadSession());
  tellOtherTabs();
};

/**
 * Ends the session on the server, deletes the data that this browser stored for it, and reloads the page. A failure is
 * only logged.
 */
export const signOut = (): Thunk => async (dispatch, getState) => {
  const { user } = getState().session;
  const response = await dispatch(calls.endpoints.logout.initiate());
  if (response.error) console.error('Sign-out failed', response.error);
  else await removeKept(user);
  tellOtherTabs();
  window.location.reload();
};

const beforeLogin = 500;

/** The session ended during the person's work: says so, then opens the sign-in again. */
export function relogin(): void {
  toast({ ...initialFailureTexts.loggedOut, variant: 'destructive' });
  setTimeout(() => window.location.assign('/api/login'), beforeLogin);
}

/**
 * Reports a failed write: sends the person to sign in if the session has ended, else shows the server's message or
 * `fallback`.
 */
export function reportFailure(error: unknown, fallback: string, title = 'Error'): void {
  if (isUnauthorized(error)) relogin();
  else toast({ title, text: messageOf(error, fallback), variant: 'destructive' });
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

const channelName = 'session';

export const openChannel = () => new BroadcastChannel(channelName);

export function tellOtherTabs(): void {
  const channel = openChannel();
  channel.postMessage('changed');
  channel.close();
}
