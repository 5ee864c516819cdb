import type { Provider } from '#contracts/shared/providers';
import { failureTexts } from '#contracts/shared/texts';

import { useProviderStart } from '../../lib/provider-start.ts';
import { messageOf } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';

export interface ProviderSignIn {
  /** The provider that the browser is being sent to. */
  readonly pending: Provider | null;
  readonly signInWith: (provider: Provider) => void;
}

/** Sign-in with a provider, for dialogs: failures are shown as toasts there. */
export function useProviderSignIn(): ProviderSignIn {
  const { pending, start } = useProviderStart();
  const { title, text } = failureTexts.provider;
  const showFailure = (error: unknown) =>
    toast({ title, text: messageOf(error, text), variant: 'destructive' });
  return { pending, signInWith: (provider) => start(provider, showFailure) };
}
