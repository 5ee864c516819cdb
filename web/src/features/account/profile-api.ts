import type { ChangeAccount, EraseAccount, SetPassword } from '#contracts/account/commands';
import type { Profile, SessionEntry, SignedIn } from '#contracts/account/views';

import { api } from '../../lib/api.ts';

const account = { type: 'Account' as const, id: 'PROFILE' };
const sessions = { type: 'Account' as const, id: 'SESSIONS' };

/** The viewer's own account. Components refetch what may have changed when they mount. */
const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({ query: () => '/auth/account', providesTags: [account] }),
    changeAccount: build.mutation<Profile, ChangeAccount>({
      query: (body) => ({ url: '/auth/account', method: 'PATCH', body }),
      // Photos and places show the public name, and link to its page.
      invalidatesTags: (_response, _error, { publicName, publicPage }) =>
        publicName === undefined && publicPage === undefined
          ? [account]
          : [account, 'Photo', 'Location', 'Trending'],
    }),
    /** Ends every session; the caller starts the new one that the response contains. */
    setPassword: build.mutation<SignedIn, SetPassword>({
      query: (body) => ({ url: '/auth/account/password', method: 'PUT', body }),
    }),
    listSessions: build.query<SessionEntry[], void>({
      query: () => '/auth/account/sessions',
      providesTags: [sessions],
    }),
    endSession: build.mutation<null, string>({
      query: (id) => ({ url: `/auth/account/sessions/${id}`, method: 'DELETE' }),
      // Also after a refusal: the session may have expired.
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
