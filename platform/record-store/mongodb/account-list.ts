import type { Filter } from 'mongodb';

import { normaliseEmail } from '#contracts/shared/normalise';

import { type AccountSearch, foldedNameOf, type RecordStore } from '../port.ts';
import type { AccountRow, Records } from './collections.ts';

/** The same conditions as those of the indexes. */
const conditions: Readonly<Record<NonNullable<AccountSearch['standing']>, Filter<AccountRow>>> = {
  moderator: { 'standing.role': 'moderator' },
  trusted: { 'standing.trusted': true },
  blocked: { 'standing.blocked': true },
};

/** Lists accounts, newest first, each list from its own index. Texts are compared here, not on the server. */
export function createNewest({ accounts, run }: Records): RecordStore['accounts']['newest'] {
  return ({ standing, text, after, limit, scanLimit }) =>
    run(async () => {
      const condition = standing === undefined ? {} : conditions[standing];
      // The first part selects the range of the index; an erased account has no time.
      const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
      const place: Filter<AccountRow> = {
        createdAt: { $lte: createdAt },
        $or: [{ createdAt: { $lt: createdAt } }, { _id: { $lt: id } }],
      };
      const most = text === undefined ? Math.min(limit, scanLimit) : scanLimit;
      const rows = await accounts
        .find({ ...condition, ...place })
        .project<Listed>({ createdAt: 1, firstName: 1, lastName: 1, email: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .limit(most)
        .toArray();
      const found = rows
        .filter((row) => holds(row, text))
        .slice(0, limit)
        .map(toPlace);
      if (found.length === limit) return { found, next: found.at(-1) };
      const last = rows.length < most ? undefined : rows.at(-1);
      return { found, next: last && toPlace(last) };
    });
}

interface Listed {
  readonly _id: string;
  readonly createdAt: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
}

const toPlace = ({ _id: id, createdAt }: Listed) => ({ createdAt, id });

function holds(row: Listed, text: AccountSearch['text']): boolean {
  if (text === undefined) return true;
  if (foldedNameOf(row).includes(text.inName)) return true;
  return text.inEmail !== null && normaliseEmail(row.email).includes(text.inEmail);
}
