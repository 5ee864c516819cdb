import type { Account } from '#command-service/record-store/index';

const system = { id: 'system', name: 'system' } as const;

/** What a person is called where the administrator reads it; an erased account keeps only its place. */
export function nameOf(account: Pick<Account, 'firstName' | 'lastName' | 'email'> | undefined): string {
  if (account === undefined) return 'former member';
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ');
  return name === '' ? account.email : name;
}

/** Who did something, from the accounts of all who did. */
export const actorOf = (id: string, accounts: ReadonlyMap<string, Account>): { id: string; name: string } =>
  id === system.id ? system : { id, name: nameOf(accounts.get(id)) };
