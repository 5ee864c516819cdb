import { Refusal } from '#contracts/shared/errors';
import type { SignInError, SignInNotice } from '#contracts/shared/providers';

import { IdentityTaken, type Account, type RecordStore } from '#platform/record-store/index';
import type { Accounts } from './accounts.ts';
import { recover } from './credentials.ts';
import type { ProviderProfile } from './oauth-providers.ts';

export interface Joined {
  readonly account: Account;
  readonly notice?: SignInNotice;
}

export interface ProviderAccountsDeps {
  readonly accounts: Pick<Accounts, 'add'>;
  readonly records: RecordStore;
  readonly clock: () => number;
  /** Called before an account is created. @throws Refusal `too-many-requests` */
  readonly beforeSignUp: () => Promise<void>;
}

/**
 * Finds or creates the account of the person that a provider describes, or says why there is none. A known subject has
 * its account, whatever its email is now. Otherwise the email decides, but only if the provider has verified it:
 * anybody can claim an address.
 */
export async function accountOfProfile(
  deps: ProviderAccountsDeps,
  profile: ProviderProfile,
): Promise<Joined | SignInError> {
  const { records } = deps;
  const { provider, subject, email, emailVerified } = profile;
  const userId = await records.identities.accountOf(provider, subject);
  const known = userId === undefined ? undefined : await records.accounts.byId(userId);
  if (known !== undefined) return { account: await complete(deps, known, profile) };
  // The account was erased at the moment when this identity was linked to it.
  if (userId !== undefined) await records.identities.remove(provider, subject);
  if (email === null) return 'email-missing';
  if (!emailVerified) return 'email-unverified';
  const existing = await records.accounts.byEmail(email);
  // Beyond ASCII, different addresses can look the same. Such an address never opens an existing account.
  if (existing !== undefined && !isAscii(email)) return 'email-ambiguous';
  return join(deps, existing ?? (await addOrFind(deps, email, profile)), profile);
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Adds an account; if another request has just added one with this email, returns that one. */
async function addOrFind(
  deps: ProviderAccountsDeps,
  email: string,
  profile: ProviderProfile,
): Promise<Account> {
  const { firstName, lastName, pictureUrl: profileImageUrl } = profile;
  await deps.beforeSignUp();
  try {
    const names = { firstName, lastName, profileImageUrl };
    return await deps.accounts.add({ email, emailVerified: true, passwordHash: null, ...names });
  } catch (error) {
    const other =
      error instanceof Refusal && error.code === 'email-taken' && isAscii(email)
        ? await deps.records.accounts.byEmail(email)
        : undefined;
    if (other === undefined) throw error;
    return other;
  }
}

async function join(
  deps: ProviderAccountsDeps,
  account: Account,
  profile: ProviderProfile,
): Promise<Joined | SignInError> {
  const { provider, subject } = profile;
  const claimed = await claim(deps, account.id);
  // The account was erased just now.
  if (claimed === undefined) return accountOfProfile(deps, profile);
  try {
    await deps.records.identities.add({ provider, subject, userId: account.id });
  } catch (error) {
    // For the provider these are two people; the address may have been given to somebody else.
    if (error instanceof IdentityTaken) return 'other-account';
    throw error;
  }
  return { ...claimed, account: await complete(deps, claimed.account, profile) };
}

/**
 * Takes over an account whose address was never verified. Somebody else may have created it and waited for the owner of
 * the address, who is signing in now. So the old password and sessions become invalid.
 */
async function claim(deps: ProviderAccountsDeps, id: string): Promise<Joined | undefined> {
  const before = { hadPassword: false };
  const claimed = await recover(deps, id, ({ emailVerified, passwordHash }) => {
    before.hadPassword = passwordHash !== null;
    return emailVerified ? undefined : { emailVerified: true, passwordHash: null };
  });
  if (claimed !== undefined)
    return before.hadPassword ? { account: claimed, notice: 'password-removed' } : { account: claimed };
  const verified = await deps.records.accounts.byId(id);
  return verified && { account: verified };
}

/** Sets the provider's current picture, and the names only if the person has none. */
async function complete(
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
