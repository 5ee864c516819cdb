import { operations } from '#contracts/api';
import { Refusal } from '#contracts/shared/errors';

import { signedInView } from './views.ts';
import { smallBody, json, mount } from '#platform/http/route';
import type { ServiceRouter, RequestContext } from '#platform/http/context';
import { countSender } from '#platform/http/rate-limits';
import type { Basis } from '#platform/record-store/index';
import type { OpeningDeps } from './auth-deps.ts';

/** The routes for links in mails: setting a new password, and confirming an address. */
export function linkRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { credentials, links, openSession, adminEmail, writeLimit } = deps;

  mount(router, operations.forgotPassword, [smallBody], async (ctx, { body }) => {
    const { post } = deps;
    if (post === undefined) throw notSetUp();
    await countSender(ctx, deps, 'reset-mail');
    await post.askReset(body.email);
    accept(ctx);
  });

  mount(router, operations.resetPassword, [smallBody], async (ctx, { body }) => {
    await countSender(ctx, deps, 'link');
    const account = await credentials.reset(body.token, body.password);
    const signedIn = await openSession(ctx, account, 'password');
    if (signedIn === undefined) throw new Refusal('account-changed');
    json(ctx, 200, signedInView(signedIn, account, adminEmail));
  });

  mount(router, operations.confirmEmail, [smallBody], async (ctx, { body }) => {
    await countSender(ctx, deps, 'link');
    const link = await links.find('confirm', body.token);
    if (link === undefined) throw new Refusal('link-not-valid');
    await credentials.confirm(link.userId, await proofOf(ctx, deps, link.userId, body.password));
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

/**
 * Whoever reads the mail proves only that the address is theirs, and may not even know of the account: somebody else
 * may have signed up with it. So the account is proven too, by its session or its password.
 * @throws Refusal `sign-in-to-confirm`, `link-not-valid`, `too-many-requests`
 */
async function proofOf(
  ctx: RequestContext,
  { records, accounts, loginGuard }: OpeningDeps,
  userId: string,
  password: string | undefined,
): Promise<Basis> {
  const { identity } = ctx.state;
  if (identity?.account.id === userId)
    return { version: identity.account.credentials.version, sid: identity.session.sid };
  if (password === undefined) throw new Refusal('sign-in-to-confirm');
  const account = await records.accounts.byId(userId);
  if (account === undefined) throw new Refusal('link-not-valid');
  const { email } = account;
  const proven = await loginGuard.attempt({ address: ctx.ip, email }, () => accounts.check(email, password));
  if (proven === undefined) throw new Refusal('sign-in-to-confirm');
  return { version: proven.credentials.version };
}

/** Answers 202 without a body: the mail will be sent later. */
function accept(ctx: RequestContext): void {
  ctx.body = null;
  ctx.status = 202;
}

/** Seconds. A guess, since nobody knows when the operator will set mail up. */
const retryAfter = 3600;
const notSetUp = (): Refusal => new Refusal('mail-not-set-up', { retryAfter });
