import { useEffect } from 'react';
import { useStore } from 'react-redux';

import { providers, type Provider } from '#contracts/providers';

import { providerApi } from './provider-api.ts';
import { useAppSelector, type RootState, type Store } from './store.ts';

// Kept in the store, and so one for all buttons of the page: while one sign-in is under way, no other begins.
const { select, initiate } = providerApi.endpoints.startOAuth;
const keyOf = (provider: Provider) => ({ fixedCacheKey: `sign-in ${provider}` });
const attempts = providers.map((provider) => ({
  provider,
  attemptIn: select({ ...keyOf(provider), requestId: undefined }),
}));
const release = (provider: Provider) => providerApi.internalActions.removeMutationResult(keyOf(provider));

/** The provider that the browser is asking for, or is on its way to. */
function underWay(state: RootState): Provider | null {
  const found = attempts.find(({ attemptIn }) => {
    const { isLoading, isSuccess } = attemptIn(state);
    return isLoading || isSuccess;
  });
  return found?.provider ?? null;
}

export interface ProviderStart {
  readonly pending: Provider | null;
  /** Sends the browser to a provider, once; told of a failure, after which it may be tried again. */
  readonly start: (provider: Provider, onFailure: (error: unknown) => void) => void;
}

/** The way to a provider, as every button for it begins it. */
export function useProviderStart(): ProviderStart {
  const store = useStore() as Store;
  const pending = useAppSelector(underWay);

  // Who comes back by the browser's own button finds the page as it was left.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) providers.forEach((provider) => store.dispatch(release(provider)));
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [store]);

  const start = async (provider: Provider, onFailure: (error: unknown) => void): Promise<void> => {
    // What is drawn is one render late: two clicks at once would both find nothing under way.
    if (underWay(store.getState()) !== null) return;
    try {
      const { url } = await store.dispatch(initiate(provider, keyOf(provider))).unwrap();
      // Whatever stands between may answer with something else.
      if (!/^(https?:|\/)/.test(String(url))) throw new Error('The server did not say where to sign in.');
      window.location.assign(url);
    } catch (error) {
      store.dispatch(release(provider));
      onFailure(error);
    }
  };
  return { pending, start: (provider, onFailure) => void start(provider, onFailure) };
}
