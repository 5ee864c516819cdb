import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';
import type { Provider, SignInError, SignInNotice } from '#contracts/shared/providers';
import { pathOf } from '#contracts/screens';

import { accountOfProfile } from './provider-accounts.ts';
import type { RequestContext, ServiceRouter } from '#platform/http/context';
import { json, mount } from '#platform/http/route';
import { countSender } from '#platform/http/rate-limits';
import { isUnavailable } from '#platform/http/problems';
import type { OpeningDeps } from './auth-deps.ts';

/** Sign-in with Google, GitHub and Discord. The page to which the browser returns is fixed. */
export function providerRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { providerSignIn, publicOrigin, logger } = deps;

  async function start(ctx: RequestContext, provider: Provider): Promise<string> {
    await countSender(ctx, deps, 'sign-in');
    return providerSignIn.start(ctx, provider);
  }

  const comeBack = (ctx: RequestContext, result: Ending): void => {
    const page = new URL(pathOf('signInCallback'), publicOrigin);
    for (const [name, value] of Object.entries(result)) page.searchParams.set(name, value);
    sendTo(ctx, page.href);
  };

  mount(router, operations.startOAuth, [], async (ctx, { params }) => {
    json(ctx, 200, { url: await start(ctx, params.provider) });
  });

  mount(router, operations.finishOAuth, [], async (ctx, { params }) => {
    const ending = await finish(ctx, deps, params.provider).catch((error: unknown): Ending => {
      const reason = reasonOf(error);
      if (reason === undefined)
        logger.error({ err: error, requestId: ctx.state.requestId }, 'sign-in failed');
      return { error: reason ?? 'unavailable' };
    });
    comeBack(ctx, ending);
  });

  // The client sends a person whose session has expired here.
  mount(router, operations.startLogin, [], async (ctx) => {
    if (!providerSignIn.isConfigured('google')) return sendTo(ctx, '/?sign-in=open');
    try {
      sendTo(ctx, await start(ctx, 'google'));
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      comeBack(ctx, { error: reason });
    }
  });
}

/** The result of a sign-in, as the return page's query names it. */
type Ending = { readonly error: SignInError } | { readonly notice?: SignInNotice };

async function finish(ctx: RequestContext, deps: OpeningDeps, provider: Provider): Promise<Ending> {
  const profile = await deps.providerSignIn.finish(ctx, provider);
  if (typeof profile === 'string') return { error: profile };
  const beforeSignUp = () => countSender(ctx, deps, 'signup');
  const joined = await accountOfProfile({ ...deps, beforeSignUp }, profile);
  if (typeof joined === 'string') return { error: joined };
  const tokens = await deps.openSession(ctx, joined.account, provider);
  if (tokens === undefined) return { error: 'expired' };
  return joined.notice === undefined ? {} : { notice: joined.notice };
}

/** The reason to show for an error; undefined for an unexpected error. */
function reasonOf(error: unknown): SignInError | undefined {
  if (isUnavailable(error)) return 'unavailable';
  if (!(error instanceof Refusal)) return undefined;
  return error.code === 'too-many-requests' || error.code === 'unavailable' ? error.code : undefined;
}

function sendTo(ctx: RequestContext, url: string): void {
  ctx.status = 302;
  ctx.set({ Location: url, 'Cache-Control': 'no-store' });
  ctx.body = '';
}
