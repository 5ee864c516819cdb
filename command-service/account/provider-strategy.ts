import type * as OpenIdClient from 'openid-client';
import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { Strategy } from 'openid-client/passport';

import type { Provider } from '#contracts/shared/providers';

import {
  oauthProviders,
  withoutSlash,
  type Ask,
  type OAuthProvider,
  type ProviderProfile,
} from './oauth-providers.ts';
import type { ProviderConfig } from './provider-config.ts';

/** Seconds within which a provider must answer. */
const patience = 10;

export interface StrategyOptions {
  readonly provider: Provider;
  readonly config: ProviderConfig;
  /** Where the provider sends the browser back to. */
  readonly callbackUrl: string;
}

/**
 * Creates Passport's strategy for one provider; its user is a ProviderProfile. Asks an OpenID provider for the
 * addresses of its endpoints.
 * @throws Error when the provider does not answer
 */
export async function createProviderStrategy(options: StrategyOptions): Promise<Strategy> {
  // Imported here, so that installations without providers do not load it.
  const client = await import('openid-client');
  const passport = await import('openid-client/passport');
  const { provider, config, callbackUrl } = options;
  const described = oauthProviders[provider];
  const isOpenId = described.metadata === undefined;
  const server = await configurationOf(client, described, config);

  /** No token is kept after this function: once the person is known, tokens are of no use. */
  async function profileOf(tokens: Tokens): Promise<ProviderProfile> {
    const claims: Record<string, unknown> = { ...tokens.claims() };
    if (isOpenId && claims['email'] === undefined) {
      Object.assign(claims, await client.fetchUserInfo(server, tokens.access_token, String(claims['sub'])));
    }
    return described.profile(claims, createAsk(client, server, config.apiUrl, tokens.access_token));
  }
  const strategy = new passport.Strategy(
    {
      name: provider,
      sessionKey: provider,
      config: server,
      scope: described.scope,
      callbackURL: callbackUrl,
    },
    (tokens, verified) =>
      void profileOf(tokens).then(
        (profile) => void verified(null, profile),
        (error: unknown) => void verified(error),
      ),
  );
  // The library lets these three methods be replaced.
  return Object.assign(strategy, {
    currentUrl: (request: { readonly url: string }) => new URL(request.url, callbackUrl),
    // Goes by the attempt that was found for this request, not by the parameters in its address.
    shouldInitiateAuthRequest: (request: object) => !hasAttempt(request, provider),
    authorizationRequestParams: () => ({
      ...described.parameters,
      state: client.randomState(),
      ...(isOpenId ? { nonce: client.randomNonce() } : {}),
    }),
  });
}

const hasAttempt = (request: object, provider: Provider): boolean =>
  'session' in request && request.session instanceof Object && provider in request.session;

type Client = typeof OpenIdClient;
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

async function configurationOf(
  client: Client,
  { metadata }: OAuthProvider,
  { clientId, clientSecret, issuer }: ProviderConfig,
): Promise<Configuration> {
  const executed: Array<(configuration: Configuration) => void> = [];
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- It is marked so only to be noticed; nothing replaces it.
  if (issuer.startsWith('http:')) executed.push(client.allowInsecureRequests);
  const authentication = client.ClientSecretPost(clientSecret);
  if (metadata === undefined) {
    return client.discovery(new URL(issuer), clientId, undefined, authentication, {
      timeout: patience,
      execute: executed,
    });
  }
  const configuration = new client.Configuration(metadata(issuer), clientId, undefined, authentication);
  configuration.timeout = patience;
  for (const execute of executed) execute(configuration);
  return configuration;
}

function createAsk(client: Client, server: Configuration, apiUrl: string, accessToken: string): Ask {
  const headers = new Headers({ Accept: 'application/json', 'User-Agent': 'lightfall' });
  return async (path) => {
    const url = new URL(withoutSlash(apiUrl) + path);
    const response = await client.fetchProtectedResource(server, accessToken, url, 'GET', null, headers);
    if (!response.ok) throw new Error(`${url.pathname} was answered ${response.status}`);
    return response.json();
  };
}
