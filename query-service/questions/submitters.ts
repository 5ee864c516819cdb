import { limits } from '#contracts/limits';
import type { Submitter } from '#contracts/views/person';
import type { Account } from '#command-service/record-store/index';

import { byId, distinct, type Reads } from '../reads.ts';
import { nameOf } from '../views/person.ts';

/** Accounts by id, of those that still exist. */
export async function accountsOf(
  { records }: Reads,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  return byId(ids.length === 0 ? [] : await records.accounts.byIds(distinct(ids)));
}

const sources = [
  ['cities', 'submittedBy'],
  ['locations', 'submittedBy'],
  ['edits', 'userId'],
] as const;

/** Who sent things in, and how what each sent earlier was decided; asked once per person, not per thing. */
export async function submittersOf(
  reads: Reads,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Submitter>> {
  const ids = distinct(userIds);
  const accounts = await accountsOf(reads, ids);
  const { reader } = reads.models.places;
  const count = async (id: string, status: string) => {
    const counts = sources.map(([collection, field]) =>
      reader.count(collection, { [field]: id, status }, limits.countMost),
    );
    return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
  };
  const submitters = ids.map(async (id): Promise<Submitter> => {
    const [approved, rejected] = await Promise.all([count(id, 'approved'), count(id, 'rejected')]);
    return { id, name: nameOf(accounts.get(id)), approved, rejected };
  });
  return byId(await Promise.all(submitters));
}
