import type {
  ConfirmEmail,
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
} from '#contracts/account/commands';
import type { Session, SignedIn } from '#contracts/account/views';

import { api } from '../../lib/api.ts';

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SignedIn, Login>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
    }),
    register: build.mutation<SignedIn, Register>({
      query: (body) => ({ url: '/auth/register', method: 'POST', body }),
    }),
    /** Sends a mail with a link; the response is the same for every address. */
    forgotPassword: build.mutation<null, ForgotPassword>({
      query: (body) => ({ url: '/auth/password/forgot', method: 'POST', body }),
    }),
    /** Ends every session; the caller starts the new one that the response contains. */
    resetPassword: build.mutation<SignedIn, ResetPassword>({
      query: (body) => ({ url: '/auth/password/reset', method: 'POST', body }),
    }),
    confirmEmail: build.mutation<unknown, ConfirmEmail>({
      query: (body) => ({ url: '/auth/email/confirm', method: 'POST', body }),
      invalidatesTags: ['Account'],
    }),
    /** Sends the mail that confirms the address once more. */
    sendConfirmation: build.mutation<null, void>({
      query: () => ({ url: '/auth/email/send', method: 'POST' }),
    }),
    setSession: build.mutation<Session, { accessToken: string; refreshToken: string }>({
      query: (body) => ({ url: '/auth/session', method: 'POST', body }),
    }),
  }),
});

export const {
  useLoginMutation,
  useRegisterMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useConfirmEmailMutation,
  useSendConfirmationMutation,
} = accountApi;
