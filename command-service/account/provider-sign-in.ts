import { KoaPassport } from 'koa-passport';
import type * as OpenIdClient from 'openid-client';
import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import type { Strategy } from 'openid-client/passport';
import type { Logger } from 'pino';
import * as z from 'zod/mini';

import { Refusal } from '#contracts/shared/errors';
import type { Provider, SignInError } from '#contracts/shared/providers';
import { type Outcome, outcomeOf, type Passport, userIn } from '#platform/http/authenticate';
import type { RequestContext } from '#platform/http/context';
import { hashSecret, type RecordStore, type SignInAttempt } from '#platform/record-store/index';

import {
  type Ask,
  type OAuthProvider,
  oauthProviders,
  type ProviderProfile,
  withoutSlash,
} from './oauth-providers.ts';
import type { ProviderConfig, ProviderConfigs } from './provider-config.ts';
import type { BrowserSecret } from './session-opener.ts';

/** How long (milliseconds) a sign-in at a provider may take. */
export const attemptLife = 10 * 60_000;
/** Seconds after which to try again if a provider did not answer. */
const retryAfter = 5;

export interface ProviderSignIn {
  isConfigured(provider: Provider): boolean;
  /**
   * Begins a sign-in of this browser, and returns the URL to send the browser to.
   * @throws Refusal `provider-not-configured`, `unavailable`
   */
  start(ctx: RequestContext, provider: Provider): Promise<string>;
  /** Completes the sign-in of a browser that returns, once; returns the person's profile. @throws Refusal as `start` */
  finish(ctx: RequestContext, provider: Provider): Promise<ProviderProfile | SignInError>;
}

export interface ProviderSignInDeps {
  readonly configs: ProviderConfigs;
  readonly publicOrigin: string;
  readonly browserSecret: BrowserSecret;
  readonly records: RecordStore;
  readonly logger: Logger;
  readonly clock: () => number;
}

/** What the strategy stores in its session at the start and needs at the end. */
const Remembered = z.object({ code_verifier: z.string(), state: z.string(), nonce: z.optional(z.string()) });
type Remembered = z.infer<typeof Remembered>;

/**
 * Sign-in by providers. The data of an attempt are in the record store, under a hash of two values: the state, which
 * passes through the provider, and a secret, which this browser has in a cookie. An attempt is completed only with
 * both, once, within ten minutes.
 */
export function createProviderSignIn(deps: ProviderSignInDeps): ProviderSignIn {
  const { configs, browserSecret, records, logger, clock } = deps;
  const passports = createPassports(deps);

  return {
    isConfigured: (provider) => configs[provider] !== undefined,
    async start(ctx, provider) {
      const session: Record<string, unknown> = {};
      userIn(await authenticate(await passports(provider), ctx, provider, session));
      const { code_verifier: codeVerifier, state, nonce = null } = Remembered.parse(session[provider]);
      const id = idOf(state, browserSecret.ensure(ctx));
      await records.signIns.put({ id, provider, codeVerifier, nonce, expire: clock() + attemptLife });
      const url = ctx.response.get('Location');
      ctx.remove('Location');
      return url;
    },
    async finish(ctx, provider) {
      const attempt = await attemptOf(ctx);
      if (attempt === undefined || attempt.provider !== provider) return 'expired';
      const { error, user } = await authenticate(await passports(provider), ctx, provider, {
        [provider]: rememberedOf(attempt, String(ctx.query['state'])),
      });
      if (user !== undefined) return user;
      if (error === undefined) return 'cancelled';
      logger.warn({ provider, ...outlineOf(error) }, 'sign-in by a provider failed');
      return 'provider-failed';
    },
  };

  async function attemptOf(ctx: RequestContext): Promise<SignInAttempt | undefined> {
    const { state } = ctx.query;
    const secret = browserSecret.read(ctx);
    if (typeof state !== 'string' || secret === undefined) return undefined;
    return records.signIns.take(idOf(state, secret), clock());
  }
}

const idOf = (state: string, secret: string): string => hashSecret(`${state}.${secret}`);

const rememberedOf = ({ codeVerifier, nonce }: SignInAttempt, state: string): Remembered => ({
  code_verifier: codeVerifier,
  state,
  ...(nonce === null ? {} : { nonce }),
});

/** A passport with its strategy for each provider, created when first needed; created again if that failed. */
function createPassports({ configs, publicOrigin, logger }: ProviderSignInDeps) {
  const made = new Map<Provider, Promise<Passport>>();

  async function make(provider: Provider) {
    const config = configs[provider];
    if (config === undefined) throw new Refusal('provider-not-configured', { retryAfter: 60 });
    const callbackUrl = `${publicOrigin}/auth/oauth/${provider}/callback`;
    try {
      return new KoaPassport().use(provider, await createProviderStrategy({ provider, config, callbackUrl }));
    } catch (error) {
      logger.warn({ provider, ...outlineOf(error) }, 'a provider does not answer');
      throw new Refusal('unavailable', { retryAfter });
    }
  }

  return (provider: Provider): Promise<Passport> => {
    const known = made.get(provider);
    if (known !== undefined) return known;
    const making = make(provider);
    made.set(provider, making);
    making.catch(() => made.delete(provider));
    return making;
  };
}

/** Runs a provider's strategy with `session` as its session. */
async function authenticate(
  passport: Passport,
  ctx: RequestContext,
  provider: Provider,
  session: Record<string, unknown>,
): Promise<Outcome<ProviderProfile>> {
  ctx.state.session = session;
  try {
    return await outcomeOf(passport, provider, ctx);
  } finally {
    delete ctx.state.session;
  }
}

/** The part of an error that may be logged: never the provider's response, which may contain names and tokens. */
function outlineOf(error: unknown) {
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const short = (value: unknown) => String(value).slice(0, 200);
  return {
    reason: error.name,
    detail: short(error.message),
    ...('code' in error ? { code: short(error.code) } : {}),
    ...('error' in error ? { error: short(error.error) } : {}),
  };
}

/** Seconds within which a provider must answer. */
const patience = 10;

interface StrategyOptions {
  readonly provider: Provider;
  readonly config: ProviderConfig;
  /** The URL to which the provider sends the browser back. */
  readonly callbackUrl: string;
}

/**
 * Creates Passport's strategy for one provider; its user is a ProviderProfile. Requests the URLs of the endpoints from
 * an OpenID provider.
 * @throws Error if the provider does not answer
 */
async function createProviderStrategy(options: StrategyOptions): Promise<Strategy> {
  // Imported here, so that installations without providers do not load it.
  const client = await import('openid-client');
  const passport = await import('openid-client/passport');
  const { provider, config, callbackUrl } = options;
  const described = oauthProviders[provider];
  const isOpenId = described.metadata === undefined;
  const server = await configurationOf(client, described, config);

  /** No token is stored after this function: once the person is known, tokens have no use. */
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
    // Decides by the attempt that was found for this request, not by the parameters in its URL.
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
  // oxlint-disable-next-line typescript/no-deprecated -- It is marked so only to be noticed; nothing replaces it.
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
