import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { providers, type Provider } from './api.ts';
import { useProviderSignIn } from './use-provider-sign-in.ts';

const labels: Readonly<Record<Provider, string>> = { google: 'Google', github: 'GitHub', discord: 'Discord' };

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
            {labels[provider]}
          </span>
        </Button>
      ))}
    </div>
  );
}
