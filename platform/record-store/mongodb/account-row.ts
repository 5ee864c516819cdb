import { firstChoices, firstCredentials, firstStanding, type Account } from '../port.ts';
import type { AccountRow } from './collections.ts';

/** The account of a row; none of an erased one. Rows of earlier releases have fewer fields. */
export function toAccount(row: AccountRow): Account[] {
  if (row.erased === true) return [];
  const {
    _id: id,
    foldedEmail: _,
    sessionEnds: _ends,
    standing = firstStanding,
    credentials = firstCredentials,
    ...account
  } = row;
  return [{ id, ...firstChoices, ...account, standing, credentials }];
}
