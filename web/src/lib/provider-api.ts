import type { Provider } from '#contracts/shared/providers';

import { api } from './api.ts';

/** Separate from the other account calls, so that pages without account forms need not load those. */
export const providerApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Where to send the browser to sign in with a provider. */
    startOAuth: build.mutation<{ url: string }, Provider>({
      query: (provider) => ({ url: `/auth/oauth/${provider}` }),
    }),
  }),
});
