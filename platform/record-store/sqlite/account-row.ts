import { firstChoices, firstCredentials, firstStanding, type Account } from '../port.ts';

export interface Row {
  readonly account: string;
}

// The cast is safe: only this store writes the column. Accounts of earlier releases have fewer fields.
export const toAccount = (row: Row): Account => ({
  standing: firstStanding,
  credentials: firstCredentials,
  ...firstChoices,
  ...(JSON.parse(row.account) as Omit<Account, 'standing' | 'credentials' | keyof typeof firstChoices>),
});
