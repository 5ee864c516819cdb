import type { Provider } from '#contracts/providers';

import { api } from './api.ts';

/** Apart from the other calls of an account, which a page without its forms does without. */
export const providerApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Where to send the browser to sign in with a provider. */
    startOAuth: build.mutation<{ url: string }, Provider>({
      query: (provider) => ({ url: `/auth/oauth/${provider}` }),
    }),
  }),
});
