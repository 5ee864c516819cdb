import { providerLabels, providers } from '#contracts/shared/providers';

import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useProviderSignIn } from './use-provider-sign-in.ts';

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
            <VisuallyHidden>Continue with </VisuallyHidden>
            {providerLabels[provider]}
          </span>
        </Button>
      ))}
    </div>
  );
}
