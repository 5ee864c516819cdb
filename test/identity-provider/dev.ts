import { devPeople } from './people.ts';
import { startIdentityProvider } from './start.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface DevIdentityProvider extends AsyncDisposable {
  /** Variables to add to the server's environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The identity provider of `npm run dev`. Providers that the environment configures are not replaced. `appOrigin`:
 * the app's address in the browser.
 */
export async function startDevIdentityProvider(
  appOrigin: string,
  environment: Environment,
): Promise<DevIdentityProvider> {
  const people = devPeople(environment['ADMIN_EMAIL'] || 'admin@example.com');
  const identityProvider = await startIdentityProvider({ appOrigin, people });
  const isFree = ([name]: readonly [string, string]) => {
    const [provider = ''] = name.split('_');
    return !environment[`${provider}_CLIENT_ID`];
  };
  return {
    environment: Object.fromEntries(Object.entries(identityProvider.environment).filter(isFree)),
    [Symbol.asyncDispose]: () => identityProvider[Symbol.asyncDispose](),
  };
}
