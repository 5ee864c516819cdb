import { Refusal } from '#contracts/shared/errors';

import type { Account, Basis, CredentialChange, Identity, RecordStore } from '#platform/record-store/index';
import type { LinkTokens } from './link-tokens.ts';
import type { Passwords } from './passwords.ts';

/**
 * Changes what proves that somebody is this person: password and confirmed address. Each change and the closing of
 * sessions and links that it promises happen in one step. Each returns the account as it changed it: a session may be
 * opened only for that state, never for a later one.
 */
export interface Credentials {
  /**
   * Sets the password that the session's person has chosen, and closes all their sessions. @throws Refusal
   * `account-changed`
   */
  setPassword(identity: Identity, password: string): Promise<Account>;
  /**
   * Sets the password that a person chose through a link. Closes all sessions and links. @throws Refusal
   * `link-not-valid`
   */
  reset(token: string, password: string): Promise<Account>;
  /** Confirms the address by a link that `find` returned. @throws Refusal `account-changed` */
  confirm(userId: string, basis: Basis): Promise<void>;
}

/**
 * Gives an account back to its owner: applies the changes that `changesOf` returns for the current account, and closes
 * all sessions and links. If another change comes in between, it starts again. Undefined if the account is erased or
 * `changesOf` returns undefined.
 */
export async function recover(
  { records, clock }: { readonly records: Pick<RecordStore, 'accounts'>; readonly clock: () => number },
  userId: string,
  changesOf: (present: Account) => Omit<CredentialChange, 'ends' | 'updatedAt'> | undefined,
): Promise<Account | undefined> {
  for (;;) {
    const present = await records.accounts.byId(userId);
    const changes = present && changesOf(present);
    if (present === undefined || changes === undefined) return undefined;
    const { version } = present.credentials;
    const change = { ...changes, updatedAt: clock(), ends: 'sessions-and-links' } as const;
    const changed = await records.accounts.changeCredentials(userId, { version }, change);
    if (changed !== undefined) return changed;
  }
}

export function createCredentials(deps: {
  readonly records: RecordStore;
  readonly links: LinkTokens;
  readonly passwords: Passwords;
  readonly clock: () => number;
}): Credentials {
  const { records, links, passwords, clock } = deps;

  return {
    async setPassword({ account, session: { sid } }, password) {
      const passwordHash = await passwords.hash(password);
      const basis = { version: account.credentials.version, sid };
      const change = { passwordHash, updatedAt: clock(), ends: 'sessions' } as const;
      const changed = await records.accounts.changeCredentials(account.id, basis, change);
      if (changed === undefined) throw new Refusal('account-changed');
      return changed;
    },
    async reset(token, password) {
      // Only a valid link costs a hash. The token is used up after that, so that a refused hash does not waste it.
      if ((await links.find('reset', token)) === undefined) throw new Refusal('link-not-valid');
      const passwordHash = await passwords.hash(password);
      const link = await links.take('reset', token);
      const account =
        link &&
        (await recover(deps, link.userId, ({ credentials: { linksFrom } }) =>
          link.version < linksFrom
            ? undefined
            : { passwordHash, ...(link.isMailed && { emailVerified: true }) },
        ));
      if (account === undefined) throw new Refusal('link-not-valid');
      return account;
    },
    async confirm(userId, basis) {
      const change = { emailVerified: true, updatedAt: clock(), ends: 'nothing' } as const;
      const changed = await records.accounts.changeCredentials(userId, basis, change);
      if (changed === undefined) throw new Refusal('account-changed');
      await records.tokens.removeOf(userId, 'confirm');
    },
  };
}
