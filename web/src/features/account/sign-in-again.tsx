import { providerLabels, type Provider } from '#contracts/shared/providers';
import { errorTexts } from '#contracts/shared/texts';

import { Button } from '../../ui/button.tsx';
import { useProviderSignIn } from './use-provider-sign-in.ts';

/** Replaces a form that requires a recent sign-in: says so, and offers to sign in. */
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
