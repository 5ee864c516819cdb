import { useEffect } from 'react';
import { useStore } from 'react-redux';

import type { Provider } from '#contracts/shared/providers';

import { api } from './api.ts';
import { signInStarted } from './session.ts';
import { useAppSelector, type Store } from './store.ts';

/** Separate from the other account calls, so that pages without account forms need not load those. */
const { startOAuth } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Where to send the browser to sign in with a provider. */
    startOAuth: build.mutation<{ url: string }, Provider>({
      query: (provider) => ({ url: `/auth/oauth/${provider}` }),
    }),
  }),
}).endpoints;

export interface ProviderStart {
  /** The provider that a sign-in is starting with, or that the browser is being sent to. */
  readonly pending: Provider | null;
  /** Sends the browser to a provider, once. `onFailure` gets a failure, after which another attempt is possible. */
  readonly start: (provider: Provider, onFailure: (error: unknown) => void) => void;
}

/** Starts a sign-in with a provider; every button for one uses this. */
export function useProviderStart(): ProviderStart {
  const store = useStore() as Store;
  // Kept in the store, so that all buttons of the page share it: only one sign-in can be under way.
  const pending = useAppSelector(({ session }) => session.startingWith);

  // The browser's Back button restores the page as it was left, with the sign-in still under way.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) store.dispatch(signInStarted(null));
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [store]);

  const start = async (provider: Provider, onFailure: (error: unknown) => void): Promise<void> => {
    // Read from the store: the rendered value is one render late, and two quick clicks would both find nothing under
    // way.
    if (store.getState().session.startingWith !== null) return;
    store.dispatch(signInStarted(provider));
    try {
      const { url } = await store.dispatch(startOAuth.initiate(provider, { track: false })).unwrap();
      // A proxy in between may answer with something else.
      if (!/^(https?:|\/)/.test(url)) throw new Error('The server did not say where to sign in.');
      window.location.assign(url);
    } catch (error) {
      store.dispatch(signInStarted(null));
      onFailure(error);
    }
  };
  return { pending, start: (provider, onFailure) => void start(provider, onFailure) };
}
