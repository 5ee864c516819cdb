import { createContext, useCallback, useContext, useState } from 'react';

import { failureTexts } from '#contracts/texts';

import { accountApi, type Provider } from '../features/account/api.ts';
import { toast } from '../ui/toast.ts';
import { isApiError } from './session-calls.ts';
import { useAppDispatch } from './store.ts';

/** Opens the sign-in dialog; the layout provides it. */
export const OpenSignIn = createContext<() => void>(() => {});

export const useOpenSignIn = () => useContext(OpenSignIn);

interface SignInStart {
  /** Signs in with Google, or by the dialog where Google is not configured. */
  readonly signIn: () => void;
  /** Signs in with one provider; says so where it is not configured. */
  readonly signInWith: (provider: Provider) => void;
  /** Under way: another click does nothing until it fails. */
  readonly pending: boolean;
}

/** Sign-in as the header and the landing page start it: failures are alerts there. */
export function useSignIn(): SignInStart {
  const dispatch = useAppDispatch();
  const openDialog = useOpenSignIn();
  const [pending, setPending] = useState(false);

  const start = useCallback(
    async (provider: Provider, whenNotConfigured: (message: string) => void) => {
      setPending(true);
      try {
        const answer = await dispatch(accountApi.endpoints.startOAuth.initiate(provider)).unwrap();
        window.location.assign(answer.url);
        return;
      } catch (error) {
        if (!isApiError(error))
          alert(`Authentication error: ${error instanceof Error ? error.message : 'Unknown error'}`);
        else if (error.code === 'provider-not-configured') whenNotConfigured(error.message);
        else alert(`Sign in failed: ${error.message}`);
      }
      setPending(false);
    },
    [dispatch],
  );

  const beingSetUp = (text: string) =>
    toast({ title: failureTexts.provider.title, text, variant: 'destructive' });
  return {
    signIn: () => void (pending || start('google', openDialog)),
    signInWith: (provider) => void (pending || start(provider, beingSetUp)),
    pending,
  };
}
