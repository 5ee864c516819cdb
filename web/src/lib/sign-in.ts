import { createContext, useContext, useEffect } from 'react';
import { useStore } from 'react-redux';

import type { Provider } from '#contracts/shared/providers';
import { initialFailureTexts } from '#contracts/initial';

import { api } from './api.ts';
import { isApiError, isRefusal, messageOf } from './session-calls.ts';
import { type SessionPart, signInStarted } from './session.ts';
import { useAppSelector, type Store } from './store.ts';
import { toast } from './toast.ts';

/** Opens the sign-in dialog; the layout provides it. */
export const OpenSignIn = createContext<() => void>(() => {});

export const useOpenSignIn = () => useContext(OpenSignIn);

/**
 * Runs an action that requires a sign-in; a visitor is asked to sign in instead. Both wait until the session is known.
 */
export function useSignedInAction(): (act: () => void) => void {
  const store = useStore<SessionPart>();
  const openSignIn = useOpenSignIn();
  return (act) => {
    const decide = () => {
      const { status } = store.getState().session;
      if (status === 'loading') return;
      unsubscribe();
      if (status === 'in') act();
      else openSignIn();
    };
    const unsubscribe = store.subscribe(decide);
    decide();
  };
}

/** Starts a sign-in from the header or the landing page, where failures are shown as alerts. */
export function useSignIn() {
  const openDialog = useOpenSignIn();
  const { pending, start } = useProviderStart();
  const begin = (provider: Provider, whenNotConfigured: (message: string) => void) =>
    void start(provider, (error) => {
      if (isRefusal(error, 'provider-not-configured'))
        whenNotConfigured(messageOf(error, initialFailureTexts.provider.text));
      else alert(alertOf(error));
    });
  const beingSetUp = (text: string) =>
    toast({ title: initialFailureTexts.provider.title, text, variant: 'destructive' });
  return {
    /** Signs in with Google, or opens the dialog if Google is not configured. */
    signIn: () => begin('google', openDialog),
    signInWith: (provider: Provider) => begin(provider, beingSetUp),
    /** While true, another click does nothing. */
    pending: pending !== null,
  };
}

/** The texts for a refusal, and for any other failure. */
function alertOf(error: unknown): string {
  if (isApiError(error)) return `Sign in failed: ${messageOf(error, initialFailureTexts.provider.text)}`;
  const message = error instanceof Error ? error.message : '';
  return `Authentication error: ${message || 'Unknown error'}`;
}

/** Separate from the other account calls, so that pages without account forms need not load those. */
const { startOAuth } = api.injectEndpoints({
  endpoints: (build) => ({
    /** The address at which the browser signs in with a provider. */
    startOAuth: build.mutation<{ url: string }, Provider>({
      query: (provider) => ({ url: `/auth/oauth/${provider}` }),
    }),
  }),
}).endpoints;

/** Starts a sign-in with a provider; every button for one uses this. */
export function useProviderStart() {
  const store = useStore() as Store;
  // In the store, so that all buttons of the page share it: only one sign-in can be under way.
  const pending = useAppSelector(({ session }) => session.startingWith);

  // The browser's Back button restores the page as it was left, with the sign-in still under way.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) store.dispatch(signInStarted(null));
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [store]);

  /** Sends the browser to a provider, once. `onFailure` gets a failure, after which another attempt is possible. */
  const start = async (provider: Provider, onFailure: (error: unknown) => void): Promise<void> => {
    // Read from the store: the rendered value is one render late, so two quick clicks would both find no sign-in under
    // way.
    if (store.getState().session.startingWith !== null) return;
    store.dispatch(signInStarted(provider));
    try {
      const { url } = await store.dispatch(startOAuth.initiate(provider, { track: false })).unwrap();
      // A proxy may have answered with something else.
      if (!/^(https?:|\/)/.test(url)) throw new Error('The server did not say where to sign in.');
      window.location.assign(url);
    } catch (error) {
      store.dispatch(signInStarted(null));
      onFailure(error);
    }
  };
  return { pending, start };
}
