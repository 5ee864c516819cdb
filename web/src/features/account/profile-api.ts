import type { ChangeAccount, EraseAccount, SetPassword } from '#contracts/commands/account';
import type { Profile, SessionEntry, SignedIn } from '#contracts/views/account';

import { api } from '../../app/api.ts';

const account = { type: 'Account' as const, id: 'PROFILE' };
const sessions = { type: 'Account' as const, id: 'SESSIONS' };

/** One's own account. What a person may see of it is asked for anew each time they look. */
export const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({ query: () => '/auth/account', providesTags: [account] }),
    changeAccount: build.mutation<Profile, ChangeAccount>({
      query: (body) => ({ url: '/auth/account', method: 'PATCH', body }),
      // A public name stands at photos and places.
      invalidatesTags: (_answer, _error, { publicName }) =>
        publicName === undefined ? [account] : [account, 'Photo', 'Location', 'Trending'],
    }),
    /** Every session ends, and a new one begins here: the answer is to be started. */
    setPassword: build.mutation<SignedIn, SetPassword>({
      query: (body) => ({ url: '/auth/account/password', method: 'PUT', body }),
    }),
    listSessions: build.query<SessionEntry[], void>({
      query: () => '/auth/account/sessions',
      providesTags: [sessions],
    }),
    endSession: build.mutation<null, string>({
      query: (id) => ({ url: `/auth/account/sessions/${id}`, method: 'DELETE' }),
      // Also when it was refused: it may have ended by itself.
      invalidatesTags: [sessions],
    }),
    endOtherSessions: build.mutation<null, void>({
      query: () => ({ url: '/auth/account/sessions', method: 'DELETE' }),
      invalidatesTags: [sessions],
    }),
    eraseAccount: build.mutation<null, EraseAccount>({
      query: (body) => ({ url: '/auth/account/erasure', method: 'POST', body }),
    }),
  }),
});

export const {
  useGetProfileQuery,
  useChangeAccountMutation,
  useSetPasswordMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useEraseAccountMutation,
} = profileApi;
