import { operations } from '#contracts/api/index';
import { Refusal } from '#contracts/errors';

import { signedInView } from '../auth/views.ts';
import { smallBody } from '../http/body.ts';
import { json, mount, type ServiceRouter } from '../http/route.ts';
import type { RequestContext } from '../http/context.ts';
import { countSender } from '../http/sign-up-limit.ts';
import type { OpeningDeps } from './auth-deps.ts';

/** The routes for links in mails: setting a new password, and confirming an address. */
export function linkRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { records, accounts, tokens, openSession, adminEmail, writeLimit, clock } = deps;

  mount(router, operations.forgotPassword, [smallBody], async (ctx, { body }) => {
    const { post } = deps;
    if (post === undefined) throw notSetUp();
    await countSender(ctx, deps, 'reset-mail');
    await post.askReset(body.email);
    accept(ctx);
  });

  mount(router, operations.resetPassword, [smallBody], async (ctx, { body }) => {
    await countSender(ctx, deps, 'link');
    // Only a valid link costs a hash. The token is used up after that, so that a refused hash does not waste it.
    if ((await tokens.find('reset', body.token)) === undefined) throw new Refusal('link-not-valid');
    const passwordHash = await accounts.hashOf(body.password);
    const token = await tokens.take('reset', body.token);
    if (token === undefined) throw new Refusal('link-not-valid');
    const { userId } = token;
    await accounts.resetPassword(userId, passwordHash, token.isMailed);
    const account = await records.accounts.byId(userId);
    const signedIn = account && (await openSession(ctx, account, 'password'));
    if (account === undefined || signedIn === undefined) throw new Refusal('link-not-valid');
    json(ctx, 200, signedInView(signedIn, account, adminEmail));
  });

  mount(router, operations.confirmEmail, [smallBody], async (ctx, { body }) => {
    await countSender(ctx, deps, 'link');
    const token = await tokens.take('confirm', body.token);
    if (token === undefined) throw new Refusal('link-not-valid');
    await records.accounts.update(token.userId, { emailVerified: true, updatedAt: clock() });
    await records.tokens.removeOf(token.userId, 'confirm');
    json(ctx, 200, { emailConfirmed: true });
  });

  mount(router, operations.sendConfirmation, [writeLimit], async (ctx) => {
    const { identity } = ctx.state;
    if (identity === null) throw new Refusal('unauthorized');
    if (deps.post === undefined) throw notSetUp();
    if (!identity.account.emailVerified) await deps.post.askConfirmation(identity.account.id);
    accept(ctx);
  });
}

/** Answers 202 without a body: the mail will be sent later. */
function accept(ctx: RequestContext): void {
  ctx.body = null;
  ctx.status = 202;
}

/** Seconds. A guess, since nobody knows when the operator will set mail up. */
const retryAfter = 3600;
const notSetUp = (): Refusal => new Refusal('mail-not-set-up', { retryAfter });
