import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

import type { SignedIn, User } from '#contracts/account/views';
import type { Provider } from '#contracts/shared/providers';

import { keptFrom } from './kept-page.ts';

export interface SessionState {
  readonly status: 'loading' | 'out' | 'in';
  /** Null while signed out. */
  readonly user: User | null;
  readonly token: string | null;
  readonly refreshToken: string | null;
  /** ISO time. */
  readonly expiresAt: string | null;
  /** The greatest log position that this tab has seen; sent with reads. */
  readonly position: string | null;
  /**
   * How far the responses on this page had read in the log: the lowest of their positions; null before the first
   * response.
   */
  readonly readTo: string | null;
  /** Whether the page shows what the server rendered, which is the same for everybody. */
  readonly isForVisitors: boolean;
  /** The provider of a sign-in that is starting; null if there is none. */
  readonly startingWith: Provider | null;
}

export type FoundSession = Pick<SessionState, 'token' | 'expiresAt' | 'user'>;

/** The part of the store's state that this slice owns. */
export interface SessionPart {
  readonly session: SessionState;
}

export const initialSession = {
  status: 'loading',
  user: null,
  token: null,
  refreshToken: null,
  expiresAt: null,
  position: null,
  readTo: null,
  isForVisitors: false,
  startingWith: null,
} as SessionState;

const slice = createSlice({
  name: 'session',
  initialState: initialSession,
  reducers: {
    /** The cookie's session and its person, set together: the socket reconnects whenever the token changes. */
    sessionFound: (state, { payload }: PayloadAction<FoundSession>) => {
      // Another tab exchanged the tokens, both at once: refreshing with the old refresh token would end the session.
      if (state.token !== payload.token) state.refreshToken = null;
      Object.assign(state, payload, { status: 'in', isForVisitors: false });
    },
    /** The person has changed their own account. */
    userKnown: (state, { payload }: PayloadAction<User>) => {
      state.user = payload;
    },
    /** The server answered a sign-in or registration. */
    signedIn: (state, { payload }: PayloadAction<SignedIn>) => {
      state.status = 'in';
      state.user = payload.user;
      state.token = payload.accessToken;
      state.refreshToken = payload.refreshToken;
      state.expiresAt = payload.expiresAt;
    },
    sessionEnded: ({ position, readTo, startingWith }) => ({
      ...initialSession,
      status: 'out' as const,
      position,
      readTo,
      startingWith,
    }),
    signInStarted: (state, { payload }: PayloadAction<Provider | null>) => {
      state.startingWith = payload;
    },
    positionSeen: (state, { payload }: PayloadAction<string>) => {
      if (state.position === null || isGreater(payload, state.position)) state.position = payload;
    },
    responseRead: (state, { payload }: PayloadAction<string>) => {
      if (state.readTo === null || isGreater(state.readTo, payload)) state.readTo = payload;
    },
    /** The server's log has been replaced by another one. */
    positionForgotten: (state) => {
      state.position = null;
    },
  },
});

// Whether position `a` is after `b`. Positions are decimals without leading zeros, too long for a number.
export const isGreater = (a: string, b: string): boolean =>
  a.length !== b.length ? a.length > b.length : a > b;

export const sessionReducer = slice.reducer;
export const {
  sessionFound,
  userKnown,
  signedIn,
  sessionEnded,
  signInStarted,
  positionSeen,
  responseRead,
  positionForgotten,
} = slice.actions;

const statusOf = ({ session }: SessionPart) => session.status;
const userOf = ({ session }: SessionPart) => session.user;

/** The signed-in person, if there is one, and their rights. */
interface Rights {
  readonly user: User | null;
  readonly isAdmin: boolean;
  /** A moderator, or the administrator. */
  readonly canModerate: boolean;
}

export interface Viewer extends Rights {
  readonly status: SessionState['status'];
}

/**
 * The current person and their rights. Renders again only when these change: not at each response, which changes the
 * session's positions, and not when it turns out that nobody is signed in.
 */
export function useRights(): Rights {
  const user = useSelector(userOf);
  return { user, isAdmin: user?.isAdmin ?? false, canModerate: user?.canModerate ?? false };
}

/** The current person and their rights; `status` is `loading` until the session is known. */
export function useViewer(): Viewer {
  return { status: useSelector(statusOf), ...useRights() };
}

/**
 * Whether the viewer's own content can be shown. Offline nobody can check who is signed in, but the cached content
 * still belongs to that person.
 */
export function useOwnStatus(): Viewer['status'] {
  const { status } = useViewer();
  return status === 'out' && keptFrom() !== undefined ? 'in' : status;
}

/** The name in the header: full name, else email, else 'User'. */
export function displayName(user: User | null): string {
  const full = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return full || user?.email || 'User';
}
