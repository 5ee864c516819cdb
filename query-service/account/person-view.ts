import type { Submitter } from '#contracts/account/views';
import { limits } from '#contracts/shared/limits';
import type { Account } from '#platform/record-store/index';

import { byId, distinct, type QueryContext } from '../query-context.ts';
import { locationsShownAs } from '../shared/closed-cities.ts';
import { systemActor } from '#contracts/shared/event-metadata';

/** The name of a person as moderators see it, never their email. Without an account, a generic text. */
export function nameOf(account: Pick<Account, 'firstName' | 'lastName'> | undefined): string {
  if (account === undefined) return 'former member';
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ');
  return name === '' ? 'nameless member' : name;
}

/** The person with that id, from the accounts of all actors. */
export const actorOf = (id: string, accounts: ReadonlyMap<string, Account>): { id: string; name: string } =>
  id === systemActor ? { id, name: 'system' } : { id, name: nameOf(accounts.get(id)) };

/** Existing accounts, by id. */
export async function accountsOf(
  { records }: QueryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  return byId(ids.length === 0 ? [] : await records.accounts.byIds(distinct(ids)));
}

/** The submitters, and how their earlier submissions were decided. Each person is read once. */
export async function submittersOf(
  context: QueryContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Submitter>> {
  const ids = distinct(userIds);
  const accounts = await accountsOf(context, ids);
  const { reader } = context.models.places;
  const count = async (submittedBy: string, status: 'approved' | 'rejected') => {
    const counts = await Promise.all([
      reader.count('cities', { submittedBy, status }, limits.countMost),
      ...locationsShownAs(status, context.models.closed).map((filter) =>
        reader.count('locations', { submittedBy, ...filter }, limits.countMost),
      ),
      reader.count('edits', { userId: submittedBy, status }, limits.countMost),
    ]);
    return counts.reduce((sum, each) => sum + each, 0);
  };
  const submitters = ids.map(async (id): Promise<Submitter> => {
    const [approved, rejected] = await Promise.all([count(id, 'approved'), count(id, 'rejected')]);
    return { id, name: nameOf(accounts.get(id)), approved, rejected };
  });
  return byId(await Promise.all(submitters));
}
