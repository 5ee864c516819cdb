import { KoaPassport } from 'koa-passport';
import type { Logger } from 'pino';
import * as z from 'zod/mini';

import { Refusal } from '#contracts/shared/errors';
import type { Provider, SignInError } from '#contracts/shared/providers';

import { outcomeOf, userIn, type Outcome, type Passport } from '#platform/http/authenticate';
import type { RequestContext } from '#platform/http/context';
import { hashSecret, type RecordStore, type SignInAttempt } from '#platform/record-store/index';
import type { BrowserSecret } from './session-opener.ts';
import type { ProviderProfile } from './oauth-providers.ts';
import type { ProviderConfigs } from './provider-config.ts';
import { createProviderStrategy } from './provider-strategy.ts';

/** How long (milliseconds) a sign-in at a provider may take. */
export const attemptLife = 10 * 60_000;
/** Seconds after which to try a provider again that did not answer. */
const retryAfter = 5;

export interface ProviderSignIn {
  isConfigured(provider: Provider): boolean;
  /**
   * Begins a sign-in of this browser, and gives the address to send the browser to.
   * @throws Refusal `provider-not-configured`, `unavailable`
   */
  start(ctx: RequestContext, provider: Provider): Promise<string>;
  /** Ends the sign-in of a browser that comes back, once; gives the person's profile. @throws Refusal as `start` */
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

/** What the strategy stores in its session at the start, and needs there at the end. */
const Remembered = z.object({ code_verifier: z.string(), state: z.string(), nonce: z.optional(z.string()) });
type Remembered = z.infer<typeof Remembered>;

/**
 * Sign-in by providers. The data of an attempt are in the record store, under a hash of two values: the state, which
 * goes through the provider, and a secret, which this browser keeps in a cookie. An attempt ends only with both, once,
 * within ten minutes.
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

/** The part of an error that may be logged: never the provider's answer, which may contain names and tokens. */
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
