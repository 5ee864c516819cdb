import { operations } from '#contracts/api';
import { positionHeaders } from '#contracts/shared/operation';
import type { ChangeAccount } from '#contracts/account/commands';
import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';
import { isReservedName } from '#contracts/account/person-names';
import { fieldTexts } from '#contracts/shared/texts';

import { profileView, sessionEntry, signedInView } from './views.ts';
import { smallBody, json, mount } from '#platform/http/route';
import type { ServiceRouter, RequestContext } from '#platform/http/context';
import { isCurrent, type Account, type Identity } from '#platform/record-store/index';
import type { OpeningDeps } from './auth-deps.ts';

/** A person without a password must have signed in this recently (milliseconds) to prove who they are. */
const recently = 15 * 60_000;

/** The routes for a person's own account. */
export function accountRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  profileRoutes(router, deps);
  ownSessionRoutes(router, deps);
}

function profileRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { records, accounts, credentials, cookies, openSession, adminEmail, writeLimit, clock } = deps;

  async function respondWithProfile(ctx: RequestContext, userId: string): Promise<void> {
    const account = await records.accounts.byId(userId);
    if (account === undefined) throw new Refusal('unauthorized');
    json(ctx, 200, profileView(account, await records.identities.of(userId), adminEmail));
  }

  mount(router, operations.getProfile, [], (ctx) => respondWithProfile(ctx, identityOf(ctx).person.userId));

  mount(router, operations.changeAccount, [writeLimit, smallBody], async (ctx, { body }) => {
    const { account, person } = identityOf(ctx);
    const changes = changesIn(body, account);
    if (!person.isAdmin) refuseReserved({ ...account, ...changes });
    if (Object.keys(changes).length > 0) {
      await records.accounts.update(person.userId, { ...changes, updatedAt: clock() });
    }
    await respondWithProfile(ctx, person.userId);
  });

  mount(router, operations.setPassword, [writeLimit, smallBody], async (ctx, { body }) => {
    const identity = identityOf(ctx);
    await proveAgain(ctx, deps, { path: 'currentPassword', password: body.currentPassword });
    const account = await credentials.setPassword(identity, body.newPassword);
    const tokens = await openSession(ctx, account, 'password');
    if (tokens === undefined) throw new Refusal('account-changed');
    json(ctx, 200, signedInView(tokens, account, adminEmail));
  });

  mount(router, operations.eraseAccount, [writeLimit, smallBody], async (ctx, { body }) => {
    const { account, person, session } = identityOf(ctx);
    if (person.isAdmin) throw new Refusal('administrator-stays');
    await proveAgain(ctx, deps, { path: 'password', password: body.password });
    const basis = { version: account.credentials.version, sid: session.sid };
    ctx.set(positionHeaders.event, String(await accounts.erase(account, basis)));
    cookies.clear(ctx);
    ctx.status = 204;
  });
}

type Changes = Partial<Pick<Account, 'firstName' | 'lastName' | 'publicName' | 'publicPage' | 'notify'>>;

/**
 * Includes both names if either changes: they are checked together, so two requests cannot combine into a reserved
 * name.
 */
function changesIn(
  { firstName, lastName, publicName, publicPage, notify }: ChangeAccount,
  account: Pick<Account, 'firstName' | 'lastName'>,
): Changes {
  const isRenamed = firstName !== undefined || lastName !== undefined;
  return {
    ...(isRenamed && {
      firstName: firstName ?? account.firstName,
      lastName: lastName === undefined ? account.lastName : lastName,
    }),
    ...(publicName !== undefined && { publicName }),
    ...(publicPage !== undefined && { publicPage }),
    ...(notify !== undefined && { notify }),
  };
}

/** @throws Refusal `invalid` for a name that suggests that the person runs the installation */
function refuseReserved({
  firstName,
  lastName,
  publicName,
}: Pick<Account, 'firstName' | 'lastName' | 'publicName'>): void {
  const paths = [
    ...(isReservedName(firstName, lastName) ? ['firstName'] : []),
    ...(isReservedName(publicName) ? ['publicName'] : []),
  ];
  if (paths.length === 0) return;
  const message = fieldTexts.reservedName;
  throw new Refusal('invalid', { detail: message, errors: paths.map((path) => ({ path, message })) });
}

function ownSessionRoutes(router: ServiceRouter, deps: OpeningDeps): void {
  const { records, sessions, cookies, writeLimit, clock } = deps;

  mount(router, operations.listSessions, [], async (ctx) => {
    const { account, person, session } = identityOf(ctx);
    const all = await records.sessions.of(person.userId, clock(), limits.sessions);
    const own = all.filter((each) => isCurrent(each, account));
    ctx.set(positionHeaders.total, String(own.length));
    json(
      ctx,
      200,
      own.map((each) => sessionEntry(each, session.sid)),
    );
  });

  mount(router, operations.endOtherSessions, [writeLimit], async (ctx) => {
    const { account, session } = identityOf(ctx);
    const { version } = account.credentials;
    await records.sessions.deleteOf(account.id, { sid: session.sid, version });
    // Another session may have closed this one just before.
    if ((await records.signedIn(session.sid, clock())) === undefined) throw new Refusal('unauthorized');
    ctx.status = 204;
  });

  mount(router, operations.endSession, [writeLimit], async (ctx, { params }) => {
    const { person, session } = identityOf(ctx);
    const found = await records.sessions.get(params.sid, clock());
    if (found?.sess.userId !== person.userId) throw new Refusal('session-not-found');
    await sessions.end(params.sid);
    if (params.sid === session.sid) cookies.clear(ctx);
    ctx.status = 204;
  });
}

/** The request's identity; every permitted caller has one. @throws Refusal `unauthorized` */
function identityOf(ctx: RequestContext): Identity {
  if (ctx.state.identity === null) throw new Refusal('unauthorized');
  return ctx.state.identity;
}

/**
 * An action that cannot be undone needs more than a session: the session may be stolen, or the screen unlocked.
 * @throws Refusal `invalid`, `wrong-password`, `sign-in-again`, `too-many-requests`
 */
async function proveAgain(
  ctx: RequestContext,
  { accounts, loginGuard, clock }: OpeningDeps,
  { path, password }: { readonly path: string; readonly password: string | undefined },
): Promise<void> {
  const { account, session } = identityOf(ctx);
  if (account.passwordHash === null) {
    if (clock() - session.sess.createdAt > recently) throw new Refusal('sign-in-again');
    return;
  }
  if (password === undefined) {
    const message = fieldTexts.required(path === 'password' ? 'Password' : 'Current password');
    throw new Refusal('invalid', { detail: message, errors: [{ path, message }] });
  }
  const login = { address: ctx.ip, email: account.email };
  const found = await loginGuard.attempt(login, () => accounts.check(account.email, password));
  if (found === undefined) throw new Refusal('wrong-password');
}
