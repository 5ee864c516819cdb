import { useEffect } from 'react';
import { useStore } from 'react-redux';

import { providers, type Provider } from '#contracts/shared/providers';

import { api } from './api.ts';
import { useAppSelector, type RootState, type Store } from './store.ts';

/** Separate from the other account calls, so that pages without account forms need not load those. */
const providerApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Where to send the browser to sign in with a provider. */
    startOAuth: build.mutation<{ url: string }, Provider>({
      query: (provider) => ({ url: `/auth/oauth/${provider}` }),
    }),
  }),
});

// Kept in the store, so that all buttons of the page share it: only one sign-in can be under way.
const { select, initiate } = providerApi.endpoints.startOAuth;
const keyOf = (provider: Provider) => ({ fixedCacheKey: `sign-in ${provider}` });
const attempts = providers.map((provider) => ({
  provider,
  attemptIn: select({ ...keyOf(provider), requestId: undefined }),
}));
const release = (provider: Provider) => providerApi.internalActions.removeMutationResult(keyOf(provider));

/** The provider that a sign-in is starting with, or that the browser is being sent to. */
function underWay(state: RootState): Provider | null {
  const found = attempts.find(({ attemptIn }) => {
    const { isLoading, isSuccess } = attemptIn(state);
    return isLoading || isSuccess;
  });
  return found?.provider ?? null;
}

export interface ProviderStart {
  readonly pending: Provider | null;
  /** Sends the browser to a provider, once. `onFailure` gets a failure, after which another attempt is possible. */
  readonly start: (provider: Provider, onFailure: (error: unknown) => void) => void;
}

/** Starts a sign-in with a provider; every button for one uses this. */
export function useProviderStart(): ProviderStart {
  const store = useStore() as Store;
  const pending = useAppSelector(underWay);

  // The browser's Back button restores the page as it was left, with the sign-in still under way.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) providers.forEach((provider) => store.dispatch(release(provider)));
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [store]);

  const start = async (provider: Provider, onFailure: (error: unknown) => void): Promise<void> => {
    // Read from the store: the rendered value is one render late, and two quick clicks would both find nothing under
    // way.
    if (underWay(store.getState()) !== null) return;
    try {
      const { url } = await store.dispatch(initiate(provider, keyOf(provider))).unwrap();
      // A proxy in between may answer with something else.
      if (!/^(https?:|\/)/.test(url)) throw new Error('The server did not say where to sign in.');
      window.location.assign(url);
    } catch (error) {
      store.dispatch(release(provider));
      onFailure(error);
    }
  };
  return { pending, start: (provider, onFailure) => void start(provider, onFailure) };
}
