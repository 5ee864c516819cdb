import { Refusal } from '#contracts/errors';
import type { SignInError, SignInNotice } from '#contracts/providers';

import { IdentityTaken, type Account, type RecordStore } from '#stores/record-store/index';
import type { Accounts } from './accounts.ts';
import type { ProviderProfile } from './oauth-providers.ts';

export interface Joined {
  readonly account: Account;
  readonly notice?: SignInNotice;
}

export interface ProviderAccountsDeps {
  readonly accounts: Pick<Accounts, 'add'>;
  readonly records: RecordStore;
  readonly clock: () => number;
  /** Called before an account is made. @throws Refusal `too-many-requests` */
  readonly beforeSignUp: () => Promise<void>;
}

/**
 * The account of the person that a provider speaks of, made if need be; or why there is none.
 * A known subject has its account, whatever its email is by now. Else the email decides, and only one that the provider
 * has verified: anybody can claim an address.
 */
export async function accountOfProfile(
  deps: ProviderAccountsDeps,
  profile: ProviderProfile,
): Promise<Joined | SignInError> {
  const { records } = deps;
  const { provider, subject, email, emailVerified } = profile;
  const userId = await records.identities.accountOf(provider, subject);
  const known = userId === undefined ? undefined : await records.accounts.byId(userId);
  if (known !== undefined) return { account: await completed(deps, known, profile) };
  // Its account was erased in the moment in which it was joined to it.
  if (userId !== undefined) await records.identities.remove(provider, subject);
  if (email === null) return 'email-missing';
  if (!emailVerified) return 'email-unverified';
  const existing = await records.accounts.byEmail(email);
  // Beyond ASCII there are addresses that look the same: such a one never opens an account that is there already.
  if (existing !== undefined && !isAscii(email)) return 'email-ambiguous';
  return join(deps, existing ?? (await added(deps, email, profile)), profile);
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** A new account; the one that another request has made in the meantime, if it was faster. */
async function added(deps: ProviderAccountsDeps, email: string, profile: ProviderProfile): Promise<Account> {
  const { firstName, lastName, pictureUrl: profileImageUrl } = profile;
  await deps.beforeSignUp();
  try {
    const names = { firstName, lastName, profileImageUrl };
    return await deps.accounts.add({ email, emailVerified: true, passwordHash: null, ...names });
  } catch (error) {
    const faster =
      error instanceof Refusal && error.code === 'email-taken' && isAscii(email)
        ? await deps.records.accounts.byEmail(email)
        : undefined;
    if (faster === undefined) throw error;
    return faster;
  }
}

async function join(
  deps: ProviderAccountsDeps,
  account: Account,
  profile: ProviderProfile,
): Promise<Joined | SignInError> {
  const { provider, subject } = profile;
  const claimed = await claim(deps, account);
  try {
    await deps.records.identities.add({ provider, subject, userId: account.id });
  } catch (error) {
    // The provider itself tells two people apart: an address that was given to somebody else, perhaps.
    if (error instanceof IdentityTaken) return 'other-account';
    throw error;
  }
  const hadPassword = account.passwordHash !== null && claimed.passwordHash === null;
  return {
    account: await completed(deps, claimed, profile),
    ...(hadPassword ? { notice: 'password-removed' as const } : {}),
  };
}

/**
 * Nobody had vouched for this address when its account was made. Whoever did may have waited for its owner, who is
 * here now, to come: the password and the sessions from before are worth nothing any more.
 */
async function claim({ records, clock }: ProviderAccountsDeps, account: Account): Promise<Account> {
  if (account.emailVerified) return account;
  const changes = { emailVerified: true, passwordHash: null, updatedAt: clock() };
  await records.accounts.update(account.id, changes);
  await records.sessions.deleteOf(account.id);
  return { ...account, ...changes };
}

/** The picture is the provider's newest; names only where the person has none. */
async function completed(
  { records, clock }: ProviderAccountsDeps,
  account: Account,
  { firstName, lastName, pictureUrl }: ProviderProfile,
): Promise<Account> {
  const isNameless = account.firstName === null && account.lastName === null;
  const profileImageUrl = pictureUrl ?? account.profileImageUrl;
  const names = isNameless ? { firstName, lastName } : {};
  const gainsName = isNameless && (firstName !== null || lastName !== null);
  if (!gainsName && profileImageUrl === account.profileImageUrl) return account;
  const changes = { ...names, profileImageUrl, updatedAt: clock() };
  await records.accounts.update(account.id, changes);
  return { ...account, ...changes };
}
