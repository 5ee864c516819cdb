import { useRef, useState } from 'react';

import { failureTexts } from '#contracts/texts';

import { messageOf } from '../../app/session-calls.ts';
import { toast } from '../../ui/toast.ts';
import { useStartOAuthMutation, type Provider } from './api.ts';

export interface ProviderSignIn {
  /** The provider that the browser is on its way to. */
  readonly pending: Provider | null;
  readonly signInWith: (provider: Provider) => void;
}

/** Sends the browser to a provider, once: more clicks do nothing until that has failed. */
export function useProviderSignIn(): ProviderSignIn {
  const [start] = useStartOAuthMutation();
  const [pending, setPending] = useState<Provider | null>(null);
  const blocked = useRef(false);
  const signInWith = (provider: Provider) => {
    if (blocked.current) return;
    blocked.current = true;
    setPending(provider);
    start(provider)
      .unwrap()
      .then(({ url }) => window.location.assign(url))
      .catch((error: unknown) => {
        blocked.current = false;
        setPending(null);
        const { title, text } = failureTexts.provider;
        toast({ title, text: messageOf(error, text), variant: 'destructive' });
      });
  };
  return { pending, signInWith };
}
