import type { Filter } from 'mongodb';

import {
  type Account,
  type Basis,
  changedBy,
  type CredentialChange,
  firstCredentials,
  type LinkToken,
} from '../port.ts';
import type { Keyed } from '../keyed/port.ts';
import { linksOf } from '../keyed/records.ts';
import { type AccountRow, type Records, toAccount } from './collections.ts';
import type { EndSessions } from './sessions.ts';

export type PresentRow = Exclude<AccountRow, { readonly erased: true }>;

/**
 * Runs `write` with a filter that matches the account only while the basis holds, until it has a result. Undefined when
 * the basis does not hold. There are no transactions over collections. So ending a session also raises a number in its
 * account, and a write after an acknowledged end finds another number.
 */
export async function whileHeld<T>(
  { accounts, sessions }: Records,
  { id, basis: { version, sid } }: { readonly id: string; readonly basis: Basis },
  write: (filter: Filter<AccountRow>, row: PresentRow) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (;;) {
    const row = await accounts.findOne({ _id: id });
    if (row === null || row.erased === true) return undefined;
    if ((row.credentials ?? firstCredentials).version !== version) return undefined;
    const isThere =
      sid === undefined || (await sessions.findOne({ _id: sid, sess: { $exists: true } })) !== null;
    if (!isThere) return undefined;
    const filter: Filter<AccountRow> = {
      _id: id,
      erased: { $exists: false },
      // Null also matches a field that is missing, as in accounts of earlier releases.
      'credentials.version': version === 0 ? { $in: [0, null] } : version,
      sessionEnds: { $in: [row.sessionEnds ?? null] },
    };
    const result = await write(filter, row);
    if (result !== undefined) return result;
  }
}

/**
 * The account's row records which sessions and links have ended. They are removed after the row is written, and are
 * already invalid if the process dies in between.
 */
export const createCredentialChange =
  (records: Records, keyed: Keyed, endSessions: EndSessions) =>
  (id: string, basis: Basis, change: CredentialChange): Promise<Account | undefined> =>
    records.run(async () => {
      const { accounts } = records;
      const changed = await whileHeld(records, { id, basis }, async (filter, row) => {
        const $set = changedBy(row.credentials ?? firstCredentials, change);
        const written = await accounts.findOneAndUpdate(filter, { $set }, { returnDocument: 'after' });
        return written === null ? undefined : toAccount(written)[0];
      });
      if (changed === undefined) return undefined;
      // Keeps sessions of later credentials. Sessions of earlier releases have no version.
      const { sessionsFrom, linksFrom } = changed.credentials;
      if (change.ends !== 'nothing')
        await endSessions({ 'sess.userId': id, 'sess.version': { $not: { $gte: sessionsFrom } } });
      if (change.ends === 'sessions-and-links')
        // The cast is safe: only links are below that prefix.
        await keyed.removeOf(
          id,
          linksOf('reset'),
          (text) => (JSON.parse(text) as LinkToken).version < linksFrom,
        );
      return changed;
    });
