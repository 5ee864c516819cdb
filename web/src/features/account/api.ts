import type { Login, Register } from '#contracts/commands/account';
import type { Provider } from '#contracts/providers';
import type { Session, SignedIn } from '#contracts/views/account';

import { api } from '../../app/api.ts';

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SignedIn, Login>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
    }),
    register: build.mutation<SignedIn, Register>({
      query: (body) => ({ url: '/auth/register', method: 'POST', body }),
    }),
    /** Where to send the browser to sign in with a provider. */
    startOAuth: build.mutation<{ url: string }, Provider>({
      query: (provider) => ({ url: `/auth/oauth/${provider}` }),
    }),
    setSession: build.mutation<Session, { accessToken: string; refreshToken: string }>({
      query: (body) => ({ url: '/auth/session', method: 'POST', body }),
    }),
  }),
});

export const { useLoginMutation, useRegisterMutation } = accountApi;
