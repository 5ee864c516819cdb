import type { Account } from '#platform/record-store/index';

const system = { id: 'system', name: 'system' } as const;

/** The name of a person as moderators see it, never their email. Without an account it is a generic text. */
export function nameOf(account: Pick<Account, 'firstName' | 'lastName'> | undefined): string {
  if (account === undefined) return 'former member';
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ');
  return name === '' ? 'nameless member' : name;
}

/** The person with that id, from the accounts of all actors. */
export const actorOf = (id: string, accounts: ReadonlyMap<string, Account>): { id: string; name: string } =>
  id === system.id ? system : { id, name: nameOf(accounts.get(id)) };
