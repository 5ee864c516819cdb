import { devPeople } from './people.ts';
import { startIdentityProvider } from './start.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DevIdentityProvider extends AsyncDisposable {
  /** What the server's environment must hold beside what it holds already. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * The identity provider of `npm run dev`. Providers that the environment configures are left as they are.
 * `appOrigin`: where the app is, as a browser sees it.
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
