import { providerLabels, providers, type Provider } from '#contracts/shared/providers';
import { failureTexts, errorTexts } from '#contracts/shared/texts';

import { useProviderStart } from '../../lib/sign-in.ts';
import { messageOf } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';

export function ProviderButtons() {
  const { pending, signInWith } = useProviderSignIn();
  return (
    <div className="grid grid-cols-3 gap-2">
      {providers.map((provider) => (
        <Button
          key={provider}
          className="px-2!"
          pending={pending === provider}
          disabled={pending !== null}
          onClick={() => signInWith(provider)}
        >
          <span>
            <span className="sr-only">Continue with </span>
            {providerLabels[provider]}
          </span>
        </Button>
      ))}
    </div>
  );
}

/** Sign-in with a provider inside dialogs: failures are shown as toasts. */
function useProviderSignIn() {
  const { pending, start } = useProviderStart();
  const { title, text } = failureTexts.provider;
  const showFailure = (error: unknown) =>
    toast({ title, text: messageOf(error, text), variant: 'destructive' });
  return { pending, signInWith: (provider: Provider) => void start(provider, showFailure) };
}

/** Shown instead of a form that requires a recent sign-in: says so, and offers to sign in. */
export function SignInAgain({ providers }: { readonly providers: readonly Provider[] }) {
  const { pending, signInWith } = useProviderSignIn();
  return (
    <div role="alert" className="rounded-lg bg-sunk px-5 py-4">
      <p className="text-md">{errorTexts['sign-in-again']}</p>
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {providers.map((provider) => (
          <Button
            key={provider}
            size="small"
            pending={pending === provider}
            disabled={pending !== null && pending !== provider}
            onClick={() => signInWith(provider)}
          >
            Sign in again with {providerLabels[provider]}
          </Button>
        ))}
      </div>
    </div>
  );
}
