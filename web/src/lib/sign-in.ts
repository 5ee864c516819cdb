import { createContext, useContext } from 'react';
import { useStore } from 'react-redux';

import type { Provider } from '#contracts/shared/providers';
import { initialFailureTexts } from '#contracts/initial';

import { useProviderStart } from './provider-start.ts';
import { isApiError, isRefusal, messageOf } from './session-calls.ts';
import type { SessionPart } from './session.ts';
import { toast } from './toast.ts';

/** Opens the sign-in dialog; the layout provides it. */
export const OpenSignIn = createContext<() => void>(() => {});

export const useOpenSignIn = () => useContext(OpenSignIn);

/**
 * Runs what only a signed-in person may do; a visitor is asked to sign in instead. Both wait until the session is
 * known.
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

interface SignInStart {
  /** Signs in with Google, or opens the dialog where Google is not configured. */
  readonly signIn: () => void;
  /** Signs in with one provider; shows an alert where it is not configured. */
  readonly signInWith: (provider: Provider) => void;
  /** While true, another click does nothing. */
  readonly pending: boolean;
}

/** Starts a sign-in from the header or the landing page, where failures are shown as alerts. */
export function useSignIn(): SignInStart {
  const openDialog = useOpenSignIn();
  const { pending, start } = useProviderStart();
  const begin = (provider: Provider, whenNotConfigured: (message: string) => void) =>
    start(provider, (error) => {
      if (isRefusal(error, 'provider-not-configured'))
        whenNotConfigured(messageOf(error, initialFailureTexts.provider.text));
      else alert(alertOf(error));
    });
  const beingSetUp = (text: string) =>
    toast({ title: initialFailureTexts.provider.title, text, variant: 'destructive' });
  return {
    signIn: () => begin('google', openDialog),
    signInWith: (provider) => begin(provider, beingSetUp),
    pending: pending !== null,
  };
}

/** The words for a refusal, and for any other failure. */
function alertOf(error: unknown): string {
  if (isApiError(error)) return `Sign in failed: ${messageOf(error, initialFailureTexts.provider.text)}`;
  const message = error instanceof Error ? error.message : '';
  return `Authentication error: ${message || 'Unknown error'}`;
}
